// Everything that happened to returns, newest first, with the assumptions behind it.

import { h } from '../../../page/dom.ts';
import { emptyView } from '../../../page/parts.ts';
import type { Asking } from '../../../page/session.ts';
import type { LogDocument } from '../types.ts';
import { type Acts, isFound, link, place, timeText } from './place.ts';
import { assumedTags } from './returns-place.ts';

/** The newest lines are shown; older ones are under `/_sandbox/log`. */
const MOST = 1_000;

type Line = LogDocument['lines'][number];

/** Reads only the lines that are new. */
function makeReader(): (asking: Asking) => Promise<{ readonly lines: readonly Line[] }> {
  let known: readonly Line[] = [];
  const after = async (asking: Asking, sequence: number, limit: number) =>
    (await asking.get<LogDocument>(`/_sandbox/log?after=${sequence}&limit=${limit}`)).lines;
  return async (asking) => {
    // After a reset the log begins again.
    const [last] = known;
    if (last && (await after(asking, last.sequence - 1, 1))[0]?.text !== last.text) known = [];
    for (;;) {
      const lines = await after(asking, known[0]?.sequence ?? 0, MOST);
      known = [...[...lines].reverse(), ...known].slice(0, MOST);
      if (lines.length < MOST) return { lines: known };
    }
  };
}

export const LOG = place({
  name: 'Log',
  load: makeReader(),
  detail({ lines }, { q }, acts) {
    const shown = lines.filter((line) =>
      isFound(q, [line.text, line.order_identifier, line.rma_identifier, ...line.assumed].join(' ')),
    );
    if (shown.length === 0)
      return emptyView(lines.length === 0 ? 'Nothing has happened yet' : 'No line matches');
    return h('ol.log', [shown.map((line) => lineRow(line, acts))]);
  },
});

function lineRow({ at, order_identifier: order, rma_identifier: rma, text, assumed }: Line, acts: Acts) {
  const target =
    rma === null ? { place: 'orders' as const, id: order } : { place: 'returns' as const, id: rma };
  return h('li', [
    h('span.time', timeText(at)),
    link(target.id, () => acts.go({ ...target, q: '' })),
    h('span.says', text),
    assumed.length > 0 && assumedTags(assumed, acts),
  ]);
}
