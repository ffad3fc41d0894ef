// The keys of a JSON body or a query, as data: requests are read by it, and the documentation is made from it.

/** `counts`: units by line, `{"L1": 1}`. `texts`: texts by name. `duration`: ms, or a text such as `2h`. */
export interface Kinds {
  readonly text: string;
  readonly nullable: string | null;
  readonly count: number;
  readonly number: number;
  readonly flag: boolean;
  readonly true: true;
  readonly duration: number | string;
  readonly counts: Readonly<Record<string, number>>;
  readonly texts: Readonly<Record<string, string>>;
  readonly any: unknown;
}

interface Common {
  /** What it is, one phrase. */
  readonly text: string;
  readonly required?: true;
}
export type Field =
  | (Common & { readonly kind: keyof Kinds; readonly most?: number })
  | (Common & { readonly kind: 'word'; readonly oneOf: readonly string[] })
  | (Common & { readonly kind: 'list'; readonly of: Fields });
export type Fields = Readonly<Record<string, Field>>;

type ValueOf<F> = F extends { readonly kind: 'list'; readonly of: infer Inner extends Fields }
  ? readonly BodyOf<Inner>[]
  : F extends { readonly kind: 'word'; readonly oneOf: readonly (infer Word)[] }
    ? Word
    : F extends { readonly kind: infer K extends keyof Kinds }
      ? Kinds[K]
      : never;
type RequiredIn<B extends Fields> = {
  [K in keyof B]: B[K] extends { readonly required: true } ? K : never;
}[keyof B];

/** The values of a body with these keys. */
export type BodyOf<B extends Fields> = { readonly [K in RequiredIn<B>]: ValueOf<B[K]> } & {
  readonly [K in Exclude<keyof B, RequiredIn<B>>]?: ValueOf<B[K]>;
};
