// The bodies of the token endpoint and of refusals, as the interface shows them.
import * as z from 'zod';

/** Body of a 422 (interface: Errors). The interface shows one code: `missing_field`. */
export const errorBodyShape = z.looseObject({
  message: z.string(),
  errors: z.array(z.looseObject({ field: z.string(), code: z.string() })),
});
export type RefusalBody = z.infer<typeof errorBodyShape>;

/** The body that is posted to the token endpoint. */
export const tokenRequestShape = z.looseObject({
  grant_type: z.literal('client_credentials'),
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
});
export type TokenRequest = z.infer<typeof tokenRequestShape>;

/**
 * The answer: `expires_in` in seconds, `created_at` in seconds since the epoch. The interface always shows `scope` and
 * `created_at`; the client does not need them, so they are optional here.
 */
export const tokenAnswerShape = z.looseObject({
  access_token: z.string().min(1),
  token_type: z.string(),
  expires_in: z.int(),
  scope: z.string().optional(),
  created_at: z.int().optional(),
});
export type TokenAnswer = z.infer<typeof tokenAnswerShape>;
