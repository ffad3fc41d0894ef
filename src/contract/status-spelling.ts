// In a file of its own, because the type declarations of the importable sandbox use it and must compile where zod is not installed.

/** The spellings of the third status: the interface writes two l, other services of the provider one. */
export const SPELLINGS = ['Cancelled', 'Canceled'] as const;
export type StatusSpelling = (typeof SPELLINGS)[number];

/** The spelling that was agreed upon with the service, else that of the interface. */
export const agreedSpelling = (answers: ReadonlyMap<string, { readonly value: string }>): StatusSpelling =>
  SPELLINGS.find((one) => one === answers.get('cancelled-spelling')?.value) ?? SPELLINGS[0];
