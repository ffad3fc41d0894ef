// The messages to the retailer: the list with its states, and the chosen one with every attempt and answer.
import { uriPart } from '../../../basics/text.ts';
import { button, type Child, h } from '../../../page/dom.ts';
import type { DeliveryDocument, DeliveryList } from '../types.ts';
import { jsonBlock } from './json-block.ts';
import { missingIsNone } from './missing.ts';
import { type Acts, place } from './place.ts';
import { answerText, link, pairs, shortTime, stateMark, tag, timeText } from './words.ts';

const MOST = 200;
const MOST_ANSWER = 2_000;

export interface DeliveriesData {
  readonly list: DeliveryList;
  readonly delivery: DeliveryDocument | null;
}

export const DELIVERIES = place<DeliveriesData>({
  name: 'Deliveries',
  columns: ['Delivery', 'What', 'RMA', 'State', 'Answer', 'Created'],
  async load(asking, { id }) {
    const list = await asking.get<DeliveryList>(`/_sandbox/deliveries?limit=${MOST}`);
    const delivery =
      id === null
        ? null
        : await missingIsNone(asking.get<DeliveryDocument>(`/_sandbox/deliveries/${uriPart(id)}`));
    return { list, delivery };
  },
  most: MOST,
  chips: ({ list }) => Object.entries(list.counts).map(([word, count]) => ({ word, count })),
  rows: ({ list }) =>
    list.deliveries.map((delivery) => ({
      id: delivery.id,
      cells: [
        h('strong', delivery.id),
        delivery.kind.replace('_order', ''),
        delivery.rma_identifier ?? '',
        stateMark(delivery.state),
        answerText(delivery),
        h('span.time', shortTime(delivery.created_at)),
      ],
      words: [
        delivery.id,
        delivery.kind,
        delivery.rma_identifier,
        delivery.state,
        delivery.path,
        delivery.reason,
        ...delivery.attempts.flatMap(({ status, fault }) => [status, fault]),
      ]
        .filter((word) => word !== null)
        .join(' '),
    })),
  empty: () => [
    h('h2', 'No deliveries yet'),
    h('p', 'Every message to the retailer shows up here, with each attempt and its answer.'),
  ],
  detail: ({ delivery }, { id }, acts) => {
    if (id === null) return undefined;
    return delivery ? deliveryDetail(delivery, acts) : [h('p.empty', `There is no delivery ${id} any more.`)];
  },
});

function deliveryDetail(delivery: DeliveryDocument, acts: Acts): readonly Child[] {
  const { id, rma_identifier: rma, method, path, next_at: next, reason, attempts, body } = delivery;
  return [
    h('header.head', { 'data-shown': id }, [
      h('div.title', h('h2', id), stateMark(delivery.state), tag(delivery.kind.replaceAll('_', ' '))),
      pairs([
        ['Request', `${method} ${path}`],
        ...(rma === null
          ? []
          : [['RMA', link(rma, () => acts.go({ place: 'returns', id: rma }), 'to-rma')] as const]),
        ['Created', timeText(delivery.created_at)],
        ...(next === null ? [] : [['Next attempt', timeText(next)] as const]),
        ...(reason === null ? [] : [['Given up', reason] as const]),
      ]),
    ]),
    h('div.next', [
      button(
        'Redeliver',
        () => void acts.post(`/_sandbox/deliveries/${uriPart(id)}/redeliver`, {}, `${id} is sent once more`),
        { id: 'redeliver' },
      ),
      h('span.hint', 'Sends it once more from the beginning.'),
    ]),
    h('div.panel', [
      h('h3', attempts.length === 0 ? 'No attempt yet' : 'Attempts'),
      h('ol.attempts', attempts.map(attempt)),
      body !== null && h('h3', 'Message'),
      body !== null && jsonBlock(body, 'Message'),
    ]),
  ];
}

function attempt({ at, ms, status, fault, answer, note }: DeliveryDocument['attempts'][number]): HTMLElement {
  const isFine = status !== null && status >= 200 && status < 300;
  const shown = answer.slice(0, MOST_ANSWER);
  return h('li', { class: isFine ? 'attempt' : 'attempt bad' }, [
    h('p', [
      h('strong', { class: isFine ? 'answer' : 'answer bad' }, String(status ?? fault ?? 'no answer')),
      h('span.time', timeText(at)),
      h('span.hint', `${Math.round(ms)} ms`),
      tag(note),
    ]),
    shown !== '' &&
      h('pre.text', { tabindex: 0, 'aria-label': 'Answer' }, shown === answer ? shown : `${shown} …`),
  ]);
}
