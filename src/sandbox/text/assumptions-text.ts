// The assumptions of the sandbox: what each is about, its value, and what else it could be.
import { labelled, type Paint } from '../../cli/layout.ts';
import { clean } from '../../cli/presenter.ts';
import type { AssumptionsDocument } from '../documents.ts';

export function assumptionsText(assumptions: AssumptionsDocument['assumptions'], paint: Paint): string {
  return assumptions
    .map(({ id, text, value, initial, choices, source }) =>
      [
        `${paint.bold(clean(id))} = ${clean(value)}${value === initial ? '' : paint.yellow(` (at first ${clean(initial)})`)}`,
        `  ${clean(text)}`,
        labelled('choices', choices.map(clean).join(', '), paint),
        labelled('source', clean(source), paint),
      ].join('\n'),
    )
    .join('\n\n');
}
