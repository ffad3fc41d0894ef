// Known variants by variant_identifier, and the answer to a variants request in both shapes.
import type { Json } from '../../basics/json.ts';

export interface KnownVariants {
  readonly size: number;
  /** What an exchange needs and the variants lack: the number of places, and the first of them in words. */
  readonly lacks?: { readonly count: number; readonly first: string };
  of(identifier: string): readonly Json[] | undefined;
}

export const NO_VARIANTS: KnownVariants = { size: 0, of: () => undefined };

export const variantsBody = (variants: readonly Json[], shape: 'array' | 'wrapped'): string =>
  JSON.stringify(shape === 'array' ? variants : { variants });
