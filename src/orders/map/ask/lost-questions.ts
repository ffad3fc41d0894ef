// The questions about fields of a remembered mapping whose column the export no longer has.
import type { Recognised } from '../look/recognise.ts';
import type { Question } from '../proposal.ts';

/** Which column each such field is read from now; nobody need be asked where that changes no amount, date or unit. */
export const lostQuestions = ({ lost = [] }: Recognised, names: readonly string[]): Question[] =>
  lost.map(({ field, column }) => {
    const proposed = /_cents$|_at$|_date$|quantity/.test(field) ? null : 'none';
    return {
      id: `field:${field}`,
      text: `The export has no column ${column} any more. Which column is ${field} now?`,
      choices: [
        ...names.filter((name) => name !== '').map((name) => ({ value: name, text: '' })),
        { value: 'none', text: 'it is not sent' },
      ],
      ...{ proposed, unattended: proposed, orders: 0 },
    };
  });
