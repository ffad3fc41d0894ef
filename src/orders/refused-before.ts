// An order that was refused before as it is now: how that is recognised, and what is said of it.
import type { Crypto } from '../platform/platform.ts';
import type { RefusedRecord } from '../storage/ledger.ts';

/** What an order is recognised by that our own check refused: its content as the input has it. */
export const refusalDigest = (crypto: Crypto, content: string): string => crypto.sha256(content).slice(0, 32);

/** Why an order is not sent that the service refused before. */
export const beforeText = (before: RefusedRecord | undefined) => ({
  code: 'refused_before',
  field: before?.field ?? '',
  message: `The service refused this very order before (${before?.code ?? 'unknown'}); change it, or send it again with --force`,
});
