// The options of a receiver: paths, forced answers, and the variants that it knows.
import type { Json } from '../../basics/json.ts';
import type { EndpointKind, EndpointPaths } from '../../contract/customer-endpoints.ts';

/** The path where a tunnel, a load balancer or a script checks whether the receiver runs. */
export const HEALTH_PATH = '/_health';

/** A forced answer: a status, or a closed connection. */
export type ForcedAnswer = number | 'drop';

export interface ReceiverOptions {
  readonly paths: EndpointPaths;
  readonly maxBody: number;
  /** Answer 422 with the findings instead of 200 when one of them is an error. */
  readonly refuseInvalid: boolean;
  readonly respond: Readonly<Partial<Record<EndpointKind, ForcedAnswer>>>;
  /** Delay before every answer, ms. */
  readonly delayMs: number;
  readonly variantsShape: 'array' | 'wrapped';
  /** Whether exchange orders may be answered by a mock. */
  readonly mocks: boolean;
}

/** By variant_identifier. */
export interface KnownVariants {
  /** The first that an exchange needs and the variants lack, in words. */
  readonly lacks?: string;
  of(identifier: string): readonly Json[] | undefined;
}

export const NO_VARIANTS: KnownVariants = { of: () => undefined };

/** The answer to a variants request. */
export const variantsBody = (variants: readonly Json[], shape: 'array' | 'wrapped'): string =>
  JSON.stringify(shape === 'array' ? variants : { variants });
