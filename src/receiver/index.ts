// The entry point of `returns-cli/receiver`: the receiver of `returns listen` as a handler in a server of your own.
import { realFiles } from '../platform/files.ts';
import { realClock, realCrypto, realRandom } from '../platform/node-platform.ts';
import { openReceiver } from './create-receiver.ts';
import type { MessageReceiver, ReceiverSettings } from './types.ts';

export type { LevelsByCode } from '../contract/library/judge.ts';
export type {
  ExchangeAddress,
  ExchangeAnswer,
  ExchangeCustomer,
  ExchangeItem,
  ExchangeOrder,
  ExchangePayment,
  ExchangeReturnItem,
  RefundFinancials,
  Rma,
  RmaItem,
  Variant,
  VariantAttribute,
  VariantsAnswer,
} from '../contract/message-types.ts';
export type * from './types.ts';

/**
 * Makes a receiver: `const receiver = await createReceiver({ onRma })`, and for each request
 * `const { answer } = await receiver.handle({ method, url, headers, body })`. It opens no port; with `record` it writes into
 * the state dir, otherwise it keeps nothing.
 */
export function createReceiver(settings: ReceiverSettings = {}): Promise<MessageReceiver> {
  return openReceiver(
    { clock: realClock, random: realRandom, crypto: realCrypto, files: realFiles },
    settings,
  );
}
