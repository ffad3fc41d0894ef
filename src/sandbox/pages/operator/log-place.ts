// Everything that happened to returns, newest first, with the assumptions behind it.
import type { Asking } from '../../../page/asking.ts';
import { h } from '../../../page/dom.ts';
import type { LogDocument } from '../types.ts';
import { place } from './place.ts';
import { assumedTags } from './rma-detail.ts';
import { link, timeText } from './words.ts';

/** The newest lines are shown; older ones are under `/_sandbox/log`. */
const MOST = 1_000;

type Line = LogDocument['lines'][number];

export interface LogData {
  /** Newest first. */
  readonly lines: readonly Line[];
}

/** Reads only the lines that are new. */
function makeReader(): (asking: Asking) => Promise<LogData> {
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

export const LOG = place<LogData>({
  name: 'Log',
  columns: [],
  load: makeReader(),
  most: 0,
  rows: () => [],
  chips: () => [],
  empty: () => [],
  detail({ lines }, { search }, acts) {
    const words = search.toLowerCase().split(/\s+/).filter(Boolean);
    const wordsOf = (line: Line) =>
      [line.text, line.order_identifier, line.rma_identifier, ...line.assumed].join(' ').toLowerCase();
    const shown = lines.filter((line) => words.every((word) => wordsOf(line).includes(word)));
    if (shown.length === 0)
      return [h('div.empty', h('h2', lines.length === 0 ? 'Nothing has happened yet' : 'No line matches'))];
    return [
      h('ol.log', [
        shown.map((line) =>
          h('li', [
            h('span.time', timeText(line.at)),
            line.rma_identifier === null
              ? link(line.order_identifier, () =>
                  acts.go({ place: 'orders', id: line.order_identifier, search: '' }),
                )
              : link(line.rma_identifier, () =>
                  acts.go({ place: 'returns', id: line.rma_identifier, search: '' }),
                ),
            h('span.says', line.text),
            line.assumed.length > 0 && assumedTags(line.assumed, acts),
          ]),
        ),
      ]),
    ];
  },
});
