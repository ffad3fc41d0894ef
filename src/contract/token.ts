// The token request and its answer (interface: Endpoints of the service, Authentication).
import * as z from 'zod';

/** The body that is posted to the token endpoint. */
export const tokenRequestShape = z.looseObject({
  grant_type: z.literal('client_credentials'),
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
});

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

export type TokenRequest = z.infer<typeof tokenRequestShape>;
export type TokenAnswer = z.infer<typeof tokenAnswerShape>;

/** Lifetime of a token in seconds: 25 hours (interface: Authentication). */
export const TOKEN_LIFETIME_SECONDS = 90_000;
