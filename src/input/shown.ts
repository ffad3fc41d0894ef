// A cell's text as a message may quote it: numbers and times in some spelling; what else stands there may be personal data.

const NUMBER = /^[\d\s.,'+\-/eE$€£¥%()]{1,24}$/;
// A day with at most two digits in the middle, which no phone number has, and perhaps a time behind it.
const TIME =
  /^(?:\d{4}|\d{1,2})[-/.]\d{1,2}[-/.](?:\d{4}|\d{1,2})(?:[T\s]+\d{1,2}:\d{2}[\d:.,\s+\-Z]*(?:[AaPp][Mm])?(?:\s*\(?[A-Z]{1,4}\)?)?)?$/;
/** A phone number has more digits than these. */
const MOST_DIGITS = 6;

export function shown(text: string): string {
  const digits = text.replace(/\D/g, '').length;
  if (digits > 0 && digits <= MOST_DIGITS && NUMBER.test(text)) return text;
  if (text.length <= 40 && TIME.test(text)) return text;
  return `a text of ${text.length} characters`;
}
