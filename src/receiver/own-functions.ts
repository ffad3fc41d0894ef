// The functions of a program that takes calls, in the place where `returns listen` forwards them to an endpoint.
import { Buffer } from 'node:buffer';
import type { Json } from '../basics/json.ts';
import { type CheckedCall, checkAnswer } from '../calls/messages/check-message.ts';
import { makeRecent } from '../calls/messages/rma-memories.ts';
import type { Forwarder } from '../calls/receive/forward.ts';
import { variantsBody } from '../calls/receive/receiver-options.ts';
import type { Routed } from '../calls/receive/routes.ts';
import { recordedAnswer } from '../calls/record/call-body.ts';
import { callFindingOfRule, handlerFailed } from '../contract/call-rules.ts';
import type { EndpointKind } from '../contract/customer-endpoints.ts';
import { hasMessageShape } from '../contract/library/judge.ts';
import type { ExchangeOrder, Rma } from '../contract/message-types.ts';
import { jsonAnswer } from '../contract/router.ts';
import type { Clock, Crypto, ServerRequest } from '../platform/platform.ts';
import type { CheckedFacts, ReceiverSettings } from './types.ts';

/** How many messages are remembered as handled. */
const MOST_HANDLED = 10_000;

export interface OwnFunctions extends Forwarder {
  /** The error that the function of a call threw. */
  errorOf(request: ServerRequest): unknown;
}

const NAMES = { rma: 'onRma', variants: 'onVariants', exchange_order: 'onExchangeOrder' } as const;

export function makeOwnFunctions(
  clock: Clock,
  crypto: Crypto,
  route: (request: ServerRequest) => Routed,
  settings: ReceiverSettings,
): OwnFunctions {
  const { onRma, onVariants, onExchangeOrder, variantsShape = 'array' } = settings;
  const handled = makeRecent<true>(MOST_HANDLED);
  const errors = new WeakMap<ServerRequest, { readonly error: unknown }>();

  /** The text of the answer. */
  const call = async (
    kind: EndpointKind,
    request: ServerRequest,
    checked: CheckedCall | undefined,
  ): Promise<string> => {
    if (kind === 'variants') {
      const routed = route(request);
      const variants = await onVariants!('variant' in routed ? routed.variant : '');
      return variantsBody((variants ?? []) as unknown as Json[], variantsShape);
    }
    const key = crypto.sha256(request.body);
    const facts = factsOf(checked!, handled.get(key) === true);
    if (kind === 'rma') {
      await onRma!(checked!.value as unknown as Rma, facts);
      handled.set(key, true);
      return JSON.stringify({ received: true });
    }
    const answer: unknown = await onExchangeOrder!(checked!.value as unknown as ExchangeOrder, facts);
    if (typeof answer !== 'object' || answer === null)
      throw new TypeError('onExchangeOrder must return the answer to the exchange order.');
    handled.set(key, true);
    return JSON.stringify(answer);
  };

  return {
    takes: (kind) => settings[NAMES[kind]] !== undefined,
    // A message that only lacks what is recommended is passed on: then its findings are warnings.
    refuses: (kind, { value, verdict }) =>
      kind !== 'variants' && verdict === 'error' && !hasMessageShape(kind, value),
    async pass(kind, request, _path, checked) {
      const started = clock.monotonic();
      const forwarded = { url: `function:${NAMES[kind]}` };
      const ms = () => Math.round(clock.monotonic() - started);
      try {
        const body = await call(kind, request, checked);
        const answer = { ...jsonAnswer(200, null), body };
        const bytes = Buffer.from(body);
        const findings = kind !== 'rma' ? checkAnswer(kind, bytes).findings : [];
        const recorded = recordedAnswer({ headers: answer.headers ?? {}, body: bytes });
        return {
          answer,
          forwarded: {
            ...{ ...forwarded, status: 200, ms: ms(), answer: recorded },
            ...(findings.length > 0 && { findings }),
          },
        };
      } catch (error) {
        errors.set(request, { error });
        // The error itself is not recorded: it may quote personal data.
        const findings = [callFindingOfRule(handlerFailed, { name: NAMES[kind] })];
        const answer = jsonAnswer(500, { message: 'Internal Server Error' });
        return { answer, forwarded: { ...forwarded, status: 0, ms: ms(), fault: 'failed', findings } };
      }
    },
    errorOf: (request) => errors.get(request)?.error,
  };
}

const factsOf = (checked: CheckedCall, isHandled: boolean): CheckedFacts => {
  const { verdict, findings, rma, orders, status, anomaly, changes } = checked;
  return { verdict, findings, rma, orders, status, anomaly, changes, isHandled };
};
