// The clock of the sandbox in the top of the page: what it shows, what is due, and its hands where it can be turned.
import { button, h, setChildren } from '../../../page/dom.ts';
import { AS_TYPED, form } from '../../../page/parts.ts';
import { count, fullTime } from '../../../page/words.ts';
import type { ClockDocument } from '../types.ts';
import type { Acts } from './place.ts';
import { shortTime } from './words.ts';

const STEPS = [
  ['+1 min', '1m'],
  ['+1 h', '1h'],
  ['+1 day', '1d'],
] as const;

export function clockBar(acts: Acts) {
  const time = h('span.clock-time.mono');
  const due = h('span.hint', { 'aria-live': 'off' });
  const label = 'Advance the clock by, for example 31h';
  const by = h('input', {
    id: 'advance',
    type: 'text',
    placeholder: '31h',
    ...AS_TYPED,
    'aria-label': label,
  });
  const turn = (body: object) =>
    void acts.post<ClockDocument>(
      '/_sandbox/clock',
      body,
      ({ ran, now }) => `${shortTime(now)}: ${count(ran, 'thing')} ran`,
    );
  const advance = () => {
    if (by.value.trim() !== '') turn({ advance: by.value.trim() });
    else acts.say('Say how far: 31h, 15m, 3d.', true);
  };
  const custom = form('flow tight advance', advance, by, h('button', { type: 'submit' }, 'Advance'));
  const hands = h('div.flow.tight.push', { role: 'group', 'aria-label': 'Turn the clock' }, [
    STEPS.map(([label, step]) => button(label, () => turn({ advance: step }))),
    custom,
    button('Run until idle', () => turn({ run_until_idle: true }), { id: 'idle' }),
  ]);
  const element = h('div.flow.clock', { role: 'group', 'aria-label': 'Clock' }, time, due, hands);
  return {
    element,
    show(clock: ClockDocument) {
      // A real one is that of every wall.
      setChildren(time, clock.kind === 'manual' && fullTime(Date.parse(clock.now)).replace(/\.\d+$/, ''));
      hands.hidden = clock.kind === 'real';
      const next = clock.next === null ? '' : `, next ${shortTime(clock.next)}`;
      setChildren(due, `${clock.kind} clock · ${clock.pending} due${next}`);
    },
  };
}
