// The answers of the guided form before they are sent, as text for users: numbered, so that one can be
// corrected.
import { plural } from '../../basics/units.ts';
import type { Paint } from '../../cli/layout.ts';
import { clean } from '../../cli/presenter.ts';
import type { Draft } from '../form.ts';
import type { GivenAnswer } from '../form-draft.ts';
import { asnSize } from '../outline.ts';

/** Width of a label before its value. */
const LABEL_WIDTH = 42;

export function answersText(
  asn: Draft,
  answers: readonly GivenAnswer[],
  paint: Paint,
  columns: number,
): string {
  const text = (name: string) => clean(String(asn[name] ?? ''));
  const size = asnSize(asn);
  const title = `ASN ${text('asn_number')}, program ${text('program_identifier')}, ${text('status')}`;
  const contents = `${plural(size.cartons, 'carton')}, ${plural(size.details, 'line')}, ${plural(size.items, 'item')}`;
  const numbers = String(answers.length).length;
  const most = Math.min(LABEL_WIDTH, Math.floor(columns / 2));
  const labels = answers.map(({ label }) => short(clean(label), most));
  const widest = Math.max(...labels.map((label) => label.length));
  const rows = answers.map((answer, i) => {
    const number = String(i + 1).padStart(numbers);
    const value = clean(answer.value());
    const start = `  ${number}  ${labels[i]!.padEnd(widest)}  `;
    const space = Math.max(20, columns - start.length);
    return `${start}${value === '' ? paint.dim('(none)') : short(value, space)}`;
  });
  return [paint.bold(title), `  ${paint.dim(contents)}`, ...rows].join('\n');
}

const short = (text: string, space: number) =>
  text.length > space ? `${text.slice(0, space - 3)}...` : text;
