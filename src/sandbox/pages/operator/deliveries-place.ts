// The messages to the retailer: the list with its states, and the chosen one with every attempt and answer.
import { uriPart } from '../../../basics/text.ts';
import { button, type Child, h } from '../../../page/dom.ts';
import { jsonBlock } from '../../../page/json-block.ts';
import { emptyView, idText, tag, textBlock } from '../../../page/parts.ts';
import type { DeliveryDocument, DeliveryList } from '../types.ts';
import {
  type Acts,
  answerText,
  headOf,
  link,
  panel,
  place,
  shortTime,
  stateMark,
  timeText,
} from './place.ts';

const MOST = 200;
const MOST_ANSWER = 2_000;

export const DELIVERIES = place({
  name: 'Deliveries',
  async load(asking, { id }) {
    const list = await asking.get<DeliveryList>(`/_sandbox/deliveries?limit=${MOST}`);
    if (id === '') return { list, delivery: null };
    return { list, delivery: await asking.find<DeliveryDocument>(`/_sandbox/deliveries/${uriPart(id)}`) };
  },
  list: {
    one: 'delivery',
    columns: ['Delivery', 'What', 'RMA', 'State', 'Answer', 'Created'],
    most: MOST,
    chips: ({ list }) => Object.entries(list.counts),
    rows: ({ list }) =>
      list.deliveries.map((delivery) => ({
        id: delivery.id,
        cells: [
          h('strong', idText(delivery.id)),
          h('span', delivery.says ?? delivery.kind.replace('_order', '')),
          delivery.rma_identifier ?? delivery.order_identifiers.join(', '),
          stateMark(delivery.state),
          answerText(delivery),
          h('span.time', shortTime(delivery.created_at)),
        ],
        words: [
          delivery.id,
          delivery.kind,
          delivery.says,
          ...delivery.order_identifiers,
          delivery.rma_identifier,
          delivery.state,
          delivery.path,
          delivery.reason,
          ...delivery.attempts.flatMap(({ status, fault }) => [status, fault]),
        ].join(' '),
      })),
    empty: () =>
      emptyView('No deliveries yet', [
        h('p', 'Every message to the retailer shows up here, with each attempt and its answer.'),
      ]),
  },
  detail: ({ delivery }, _view, acts) => delivery && deliveryDetail(delivery, acts),
});

function deliveryDetail(delivery: DeliveryDocument, acts: Acts): Child {
  const { id, rma_identifier: rma, method, path, next_at: next, reason, attempts, body } = delivery;
  const redeliver = () =>
    void acts.post(`/_sandbox/deliveries/${uriPart(id)}/redeliver`, {}, `${id} is sent once more`);
  return [
    headOf(
      id,
      [stateMark(delivery.state), tag(delivery.kind.replaceAll('_', ' '))],
      [
        ['Request', `${method} ${path}`],
        rma !== null && ['RMA', link(rma, () => acts.go({ place: 'returns', id: rma }), 'to-rma')],
        ['Created', timeText(delivery.created_at)],
        next !== null && ['Next attempt', timeText(next)],
        reason !== null && ['Given up', reason],
      ],
    ),
    h('div.flow.next', [
      button('Redeliver', redeliver, { id: 'redeliver' }),
      h('span.hint', 'Sends it once more from the beginning.'),
    ]),
    panel(
      h('h3', attempts.length === 0 ? 'No attempt yet' : 'Attempts'),
      h('ol.stack.attempts', attempts.map(attempt)),
      body !== null && [h('h3', 'Message'), jsonBlock(JSON.stringify(body), 'Message').element],
    ),
  ];
}

function attempt({ at, ms, status, fault, answer, note }: DeliveryDocument['attempts'][number]): HTMLElement {
  const isFine = status !== null && status >= 200 && status < 300;
  const shown = answer.slice(0, MOST_ANSWER);
  return h('li.attempt.stack.tight', { class: isFine ? 'ok' : 'error' }, [
    h('p.flow', [
      h('strong', String(status ?? fault ?? 'no answer')),
      h('span.time', timeText(at)),
      h('span.hint', `${Math.round(ms)} ms`),
      tag(note),
    ]),
    shown !== '' && textBlock(shown === answer ? shown : `${shown} …`, 'Answer'),
  ]);
}
