// Checks what the retailer's side had to do. Each expectation becomes one check or more, with evidence.
import { plural } from '../../basics/units.ts';
import type { Delivery } from '../deliveries/types.ts';
import { orderOf, rmaOf } from './deeds.ts';
import { deliveriesEvidence, deliveryEvidence, isAccepted, messageText } from './evidence.ts';
import { checkExchangeOrder, checkSameExchangeOrder, checkVariants } from './exchange-checks.ts';
import type { Expectation, ExpectationKind } from './format.ts';
import { deliveriesOf, type Play, waitFor } from './play.ts';
import { checkNoRefund, checkRefund } from './refund-checks.ts';
import type { ScenarioCheck } from './result.ts';

export async function checkExpectation(
  play: Play,
  expectation: Expectation,
): Promise<readonly ScenarioCheck[]> {
  switch (expectation.expect) {
    case 'answered':
      return [await checkAnswered(play, expectation)];
    case 'unauthorized':
      return [await checkUnauthorized(play, expectation)];
    case 'refund':
      return checkRefund(play, expectation);
    case 'no-refund':
      return [await checkNoRefund(play, expectation)];
    case 'no-message':
      return [checkNoMessage(play, orderOf(play, expectation.order))];
    case 'status':
      return [await checkStatus(play, expectation)];
    case 'variants':
      return [checkVariants(play, expectation)];
    case 'exchange-order':
      return [await checkExchangeOrder(play, expectation)];
    case 'same-exchange-order':
      return [await checkSameExchangeOrder(play, expectation)];
  }
}

const isEnded = ({ state }: Delivery): boolean => state === 'delivered' || state === 'given_up';
/** With a manual clock a failed message waits until the clock moves: there is no use in waiting for it. */
const hasFailed = ({ state, attempts }: Delivery): boolean => state === 'waiting' && attempts.length > 0;

/** Every message of the RMA that no check has seen yet was answered 2xx: the interface expects 200. */
async function checkAnswered(
  play: Play,
  { rma, within }: ExpectationKind<'answered'>,
): Promise<ScenarioCheck> {
  const { identifier } = rmaOf(play, rma);
  const unseen = () => deliveriesOf(play, identifier, 'rma').filter(({ id }) => !play.checked.has(id));
  const limit = within ?? play.options.waitMs;
  await waitFor(play.wall, limit, () => {
    const all = unseen();
    return (all.length > 0 && all.every((one) => isEnded(one) || hasFailed(one))) || undefined;
  });
  const messages = unseen();
  for (const { id } of messages) play.checked.add(id);
  const bad = messages.filter((one) => !wasAccepted(one) || isLate(one, limit));
  const what = `${identifier}: ${listOf(messages)} answered 2xx`;
  if (messages.length === 0)
    return { what, passed: false, evidence: `no new message of ${identifier} was sent` };
  return { what, passed: bad.length === 0, evidence: deliveriesEvidence(bad.length > 0 ? bad : messages) };
}

/** A copy that came twice has to be answered 2xx as well. */
const wasAccepted = ({ state, attempts }: Delivery): boolean =>
  state === 'delivered' && attempts.every((one) => one.note !== 'duplicate' || isAccepted(one));

const isLate = ({ attempts }: Delivery, limit: number): boolean => (attempts.at(-1)?.ms ?? 0) > limit;

const listOf = (messages: readonly Delivery[]): string =>
  messages.length === 1 ? messageText(messages[0]!).replace(/^\S+ /, '') : plural(messages.length, 'message');

/** "401 makes the sender fetch new credentials and retry" (field notes): so wrong credentials have to be answered 401. */
async function checkUnauthorized(
  play: Play,
  { rma, within }: ExpectationKind<'unauthorized'>,
): Promise<ScenarioCheck> {
  const { identifier } = rmaOf(play, rma);
  const first = () => deliveriesOf(play, identifier, 'rma')[0];
  const { value } = await waitFor(play.wall, within ?? play.options.waitMs, () => {
    const message = first();
    return message && message.attempts.length > 0 ? message : undefined;
  });
  const statuses = value?.attempts.map(({ status }) => status) ?? [];
  return {
    what: `${identifier}: wrong credentials answered 401`,
    passed: statuses.length > 0 && statuses.every((status) => status === 401),
    evidence: value ? deliveryEvidence(value) : 'no message was sent',
  };
}

/** The sandbox has come to this status and the retailer took the message that says so. */
async function checkStatus(
  play: Play,
  { rma, status, within }: ExpectationKind<'status'>,
): Promise<ScenarioCheck> {
  const { identifier } = rmaOf(play, rma);
  const last = () => deliveriesOf(play, identifier, 'rma').at(-1);
  const { value, ms } = await waitFor(play.wall, within ?? play.options.waitMs, () => {
    const message = last();
    const isThere = play.stage.returns.find(identifier)?.status === status;
    return isThere && message && (isEnded(message) || hasFailed(message)) ? message : undefined;
  });
  const now = play.stage.returns.find(identifier)?.status ?? 'unknown';
  if (value) play.checked.add(value.id);
  return {
    what: `${identifier} becomes ${status}`,
    passed: value !== undefined && wasAccepted(value),
    evidence: value
      ? `${deliveryEvidence(value)}; ${ms} ms after it was expected`
      : `it is ${now} after ${ms} ms${status === 'REFUNDED' ? ', because nothing in the order settles its units' : ''}`,
  };
}

function checkNoMessage(play: Play, order: string): ScenarioCheck {
  const rmas = play.stage.returns.list({ order, limit: 10 });
  return {
    what: `no message about ${order}`,
    passed: rmas.length === 0,
    evidence:
      rmas.length === 0
        ? 'the sandbox made no RMA'
        : `the sandbox made ${rmas.map(({ identifier }) => identifier).join(', ')}`,
  };
}
