// Counts of HTTP attempts as the upload summary shows them: all but `retried` add up to `total`.

export interface RequestCounts {
  total: number;
  ok: number;
  retried: number;
  s401: number;
  s413: number;
  s422: number;
  s429: number;
  s5xx: number;
  /** No answer: dropped, timed out, or called off by us. */
  network: number;
  tokens: number;
  /** Answers that stop a run: 403, 404, redirects, and what the service never says. */
  other: number;
}

export const noRequests = (): RequestCounts => ({
  total: 0,
  ok: 0,
  retried: 0,
  s401: 0,
  s413: 0,
  s422: 0,
  s429: 0,
  s5xx: 0,
  network: 0,
  tokens: 0,
  other: 0,
});
