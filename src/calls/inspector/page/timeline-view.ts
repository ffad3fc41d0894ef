// The timeline of an RMA: its messages in order of arrival, each with the changes of each unit.
import { button, h } from '../../../page/dom.ts';
import { mark, tag } from '../../../page/parts.ts';
import { count, fullTime } from '../../../page/words.ts';
import type { CallSummary, RmaChange } from '../types.ts';
import { answerText } from './call-names.ts';
import { anomalyMark } from './row.ts';

export function timelineView(
  story: readonly CallSummary[],
  current: string,
  choose: (id: string) => void,
): HTMLElement {
  if (story.length === 0)
    return h('p.hint', 'This call belongs to no RMA: only RMA messages have a time line.');
  return h('ol.story.stack', [
    story.map((call, i) =>
      h('li.step.stack.tight', { class: call.id === current ? 'current' : undefined }, [
        button(
          '',
          () => choose(call.id),
          { class: 'flow step-head', 'aria-current': call.id === current ? 'true' : undefined },
          h('span.time', fullTime(call.at)),
          mark(call.verdict),
          tag(call.state ?? call.status),
          anomalyMark(call.anomaly),
          h('span.hint', `answered ${answerText(call)}`),
        ),
        i === 0 && call.changes.length === 0
          ? h('p.hint', [
              call.units === null ? 'First message.' : `First message, ${count(call.units, 'unit')}.`,
            ])
          : changesView(call.changes, call.moreChanges, call.anomaly),
      ]),
    ),
  ]);
}

/** The changes of a message, `before -> after`, by unit. */
export function changesView(
  changes: readonly RmaChange[],
  more: number,
  anomaly: string | null,
): HTMLElement {
  if (changes.length === 0)
    return h('p.hint', [
      anomaly === 'duplicate' || anomaly === 'redelivery'
        ? 'Seen before: changes nothing.'
        : 'No unit changed.',
    ]);
  const groups = new Map<string, RmaChange[]>();
  for (const change of changes) {
    const name = nameOf(change);
    groups.set(name, [...(groups.get(name) ?? []), change]);
  }
  return h('div.stack.tight', [
    [...groups].map(([name, group]) =>
      h('div.unit', [h('h4', name), h('ul', [group.map((change) => h('li.flow', differs(change)))])]),
    ),
    more > 0 && h('p.hint', `and ${count(more, 'more change')}: open the message.`),
  ]);
}

function nameOf({ unit, units }: RmaChange): string {
  if (!unit) return 'The RMA';
  return `${count(units, 'unit')} of line ${unit.line || '(none)'} · ${unit.sku || '(no sku)'} · order ${unit.order || '(none)'}`;
}

function differs({ field, before, after }: RmaChange): HTMLElement[] {
  if (field === 'unit') return [after === 0 ? h('del', 'gone') : h('ins', 'new')];
  return [
    h('code', field),
    h('del', textOfValue(before)),
    h('span', { 'aria-label': 'becomes' }, '→'),
    h('ins', textOfValue(after)),
  ];
}

const textOfValue = (value: RmaChange['before']): string => (value === null ? 'none' : String(value));
