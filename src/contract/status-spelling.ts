// Alone in its file: the types of the importable sandbox name it, and must compile where zod is not installed.

/** The spellings of the third status: the interface has two l, other services of the family one. */
export type StatusSpelling = 'Cancelled' | 'Canceled';
