// `returns sandbox assumptions`: what the sandbox assumes where the interface says nothing; `--set` assumes something else.
import { badValue } from '../../basics/units.ts';
import { flag } from '../../cli/command.ts';
import { clean, labelled, type Paint } from '../../cli/presenter.ts';
import type { AssumptionsDocument } from '../documents.ts';
import { sandboxCommand } from './running-sandbox.ts';

export const command = sandboxCommand({
  flags: [flag('--set <id=value>', 'assume this from now on', { repeat: true, parse: parseSetting })],
  examples: [
    ['returns sandbox assumptions', 'every assumption, its value and what else could be'],
    ['returns sandbox assumptions --set return_window=90d', 'units can come back for 90 days'],
  ],
  async run(sandbox, { show }, _args, { set }) {
    const changes = Object.fromEntries(set);
    if (set.length === 0) {
      const listed = await sandbox.ask('GET /_sandbox/assumptions', {});
      return await show.result(listed, () => assumptionsText(listed.assumptions, show.outPaint));
    }
    const listed = await sandbox.ask('POST /_sandbox/assumptions', changes);
    const changed = listed.assumptions.filter(({ id }) => Object.hasOwn(changes, id));
    await show.result(listed, () => assumptionsText(changed, show.outPaint));
  },
});

function parseSetting(text: string, word: string): readonly [string, string] {
  const [, id, value] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
  if (id === undefined || value === undefined)
    throw badValue(word, text, 'an assumption and its value: ID=VALUE');
  return [id, value];
}

function assumptionsText(assumptions: AssumptionsDocument['assumptions'], paint: Paint): string {
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
