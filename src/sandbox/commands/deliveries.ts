// `returns sandbox deliveries`: the messages to your endpoints, with every attempt and answer.
import { type Context, countFrom, flag } from '../../cli/command.ts';
import { clean } from '../../cli/presenter.ts';
import { DELIVERY_STATES, type DeliveryState } from '../deliveries/types.ts';
import { deliveryListText, deliveryText } from '../text/delivery-text.ts';
import { checkAct, type RunningSandbox, sandboxCommand } from './running-sandbox.ts';

const ID = 'its id, such as D-3';
const ACTS = { list: '', show: ID, redeliver: ID };
export const DELIVERY_ACTS = Object.keys(ACTS);

export const command = sandboxCommand({
  args: '[act] [id]',
  flags: [
    flag('--rma <id>', 'only messages of this RMA'),
    flag('--state <state>', `only those that are ${DELIVERY_STATES.join(', ')}`, {
      oneOf: DELIVERY_STATES,
      otherwise: 'any',
    }),
    flag('--limit <n>', 'so many of the newest', { initial: '50', parse: countFrom(1, 100_000) }),
  ],
  more: 'Acts: list, show ID, redeliver ID. The delivery last is the newest one.',
  examples: [
    ['returns sandbox deliveries list', 'the last 50'],
    ['returns sandbox deliveries list --state given_up', 'what your endpoint refused for good'],
    ['returns sandbox deliveries show D-3', 'every attempt with your answer, and the message'],
    ['returns sandbox deliveries redeliver D-3', 'send it once more'],
  ],
  async run(sandbox, context, [act = 'list', id], { rma, state, limit }) {
    checkAct('sandbox deliveries', ACTS, act, id);
    if (id === undefined) await list(context, sandbox, { rma, state, limit });
    else await one(context, sandbox, act, await idOf(sandbox, id));
  },
});

async function list(
  { show }: Context,
  sandbox: RunningSandbox,
  { rma, state, limit }: { rma: string | undefined; state: DeliveryState | undefined; limit: number },
): Promise<void> {
  const found = await sandbox.ask('GET /_sandbox/deliveries', {
    state,
    limit,
    rma: rma === undefined ? undefined : await sandbox.rmaOf(rma),
  });
  const { url } = await sandbox.ask('GET /_sandbox/customer', {});
  await show.result(found, () => deliveryListText(found, url !== null, show.outPaint));
  const open = found.deliveries.find(({ state: it }) => it === 'given_up') ?? found.deliveries[0];
  if (open) show.next(`returns sandbox deliveries show ${clean(open.id)}${sandbox.urlWords}`);
}

async function one({ show }: Context, sandbox: RunningSandbox, act: string, id: string): Promise<void> {
  const delivery =
    act === 'show'
      ? await sandbox.ask('GET /_sandbox/deliveries/{id}', { id })
      : await sandbox.ask('POST /_sandbox/deliveries/{id}/redeliver', { id });
  await show.result(delivery, () => deliveryText(delivery, show.outPaint));
  // An exchange order that was given up is not sent again: its return goes on without it.
  const isSentAgain = delivery.state === 'given_up' && delivery.kind !== 'exchange_order';
  const words = act === 'show' && isSentAgain ? 'redeliver' : 'show';
  if (words !== act) show.next(`returns sandbox deliveries ${words} ${clean(id)}${sandbox.urlWords}`);
}

async function idOf(sandbox: RunningSandbox, given: string): Promise<string> {
  if (given !== 'last') return given;
  const { deliveries } = await sandbox.ask('GET /_sandbox/deliveries', { limit: 1 });
  return deliveries[0]?.id ?? given;
}
