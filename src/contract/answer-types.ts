// The types of the answers of the service, and of the token request.
// Declared apart from the shape, so that who imports the types needs no zod; test/contract/types.test.ts holds them together.

/** Body of a 422 (interface: Errors). The interface shows one code: `missing_field`. */
export interface RefusalBody {
  message: string;
  errors: { field: string; code: string; [field: string]: unknown }[];
  [field: string]: unknown;
}

/** The body that is posted to the token endpoint. */
export interface TokenRequest {
  grant_type: 'client_credentials';
  client_id: string;
  client_secret: string;
  [field: string]: unknown;
}

/** The answer of the token endpoint: `expires_in` in seconds, `created_at` in seconds since the epoch. */
export interface TokenAnswer {
  access_token: string;
  token_type: string;
  expires_in: number;
  scope?: string | undefined;
  created_at?: number | undefined;
  [field: string]: unknown;
}
