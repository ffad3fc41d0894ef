// The entry point of `returns-cli/receiver`: the receiver of `returns listen` as a handler in a server of your own.
import { checkOptions, type OptionKinds } from '../basics/options.ts';
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
export async function createReceiver(settings: ReceiverSettings = {}): Promise<MessageReceiver> {
  return await openReceiver(
    { clock: realClock, random: realRandom, crypto: realCrypto, files: realFiles },
    checkOptions(settings, SETTINGS, 'createReceiver'),
  );
}

const SETTINGS: OptionKinds<ReceiverSettings> = {
  ...{ paths: 'any', guard: 'any', refuseInvalid: 'boolean', maxBody: 'number', levels: 'any' },
  ...{ variantsShape: ['array', 'wrapped'], record: 'any', onNotice: 'function' },
  ...{ onRma: 'function', onVariants: 'function', onExchangeOrder: 'function' },
};
