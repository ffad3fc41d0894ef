// Asks a person on the terminal: shows the proposal, asks the open questions one by one, and lets every choice be changed by its
// number.
import { isObject } from '../../basics/json.ts';
import { plural } from '../../basics/units.ts';
import type { Context } from '../../cli/command.ts';
import { makeAsk } from '../../cli/prompts.ts';
import { complaint } from '../map/ask/answers.ts';
import { ROLES } from '../map/decide/rules.ts';
import type { MapResult, Person } from '../map/map-export.ts';
import type { Answer, AskedQuestion } from '../map/proposal.ts';
import { numbered, proposalText } from './map-text.ts';

export function personOf({ platform, show }: Context): Person {
  const ask = makeAsk(platform);

  async function answer(question: AskedQuestion): Promise<Answer> {
    const { text, choices, words, proposed, orders, id } = question;
    const matter = `${text} [${plural(orders, 'order')}]`;
    if (words) {
      ask.tell(matter);
      const meanings: Record<string, string> = {};
      for (const { word, orders: count, proposed: meant } of words)
        meanings[word] = await ask.choose(
          `  ${word} (${plural(count, 'order')})`,
          listed(choices),
          meant ?? undefined,
        );
      return meanings;
    }
    if (choices.length > 0) {
      const chosen = await ask.choose(matter, listed(choices), proposed ?? undefined);
      if (chosen !== 'placeholder:') return chosen;
      const domain = await ask.text('A domain of yours, where no mail goes astray:', {
        check: (given) => complaint(question, `placeholder:${given}`),
      });
      return `placeholder:${domain}`;
    }
    const initial = proposed ?? (id === 'timezone' ? platform.env['TZ'] : undefined);
    return ask.text(matter, {
      ...(initial === undefined || complaint(question, initial) !== undefined ? {} : { initial }),
      check: (given) => complaint(question, given),
    });
  }

  return {
    show: (result) => show.always(proposalText(result, show.errPaint, platform.terminal.columns())),
    answer: (question) => answer(question),
    async change(result) {
      const all = numbered(result);
      const given = await ask.text('Enter writes the mapping. A number changes that choice:', {
        check: (text) =>
          text === '' || all[Number(text) - 1]
            ? undefined
            : `Give a number from 1 to ${all.length}, or nothing.`,
      });
      const chosen = given === '' ? undefined : all[Number(given) - 1];
      if (!chosen) return undefined;
      if (chosen.kind === 'answer') return { id: chosen.question.id, answer: await answer(chosen.question) };
      return columnFor(result, chosen.field.field);
    },
  };

  async function columnFor(result: MapResult, field: string) {
    const { found, table, mapping } = result;
    const column = await ask.choose(`Which column is ${field}?`, [
      ...table.names.filter((name) => name !== '').map((name) => ({ value: name, text: name })),
      { value: 'none', text: '(none of them)' },
    ]);
    const role = found.get(field)?.role;
    if (field === 'identifier' && isObject(mapping['rows']) && found.size > 0)
      return { id: 'identifier', answer: column };
    // Amounts have no role of their own: the sums chose them.
    const isRole = role !== undefined && ROLES.includes(role);
    return { id: isRole ? `column:${role}` : `field:${field}`, answer: column };
  }
}

const listed = (choices: AskedQuestion['choices']) =>
  choices.map(({ value, text }) => ({
    value,
    text: text === '' ? value : `${value.replace(/:$/, '')}: ${text}`,
    short: value.replace(/:$/, ''),
  }));
