// Restores the memory of RMAs and mock answers from the newest part of the record when a receiver starts.
import { readMessage } from '../../contract/read-message.ts';
import { rmaOf } from '../../contract/rma-rules/history.ts';
import type { CallReader, CallRecord } from '../../storage/calls.ts';
import { type RmaMemories, remember } from '../messages/check-message.ts';
import { wasChecked } from '../record/call-state.ts';
import { bodyBytes } from '../record/recorded-call.ts';
import type { Mocks } from './exchange-answers.ts';

/** Bytes of the record that are read at the start: about 10,000 messages, in less than a second. */
const RESTORED_BYTES = 24_000_000;

interface RestoreParts {
  readonly sha256: (content: string | Uint8Array) => string;
  readonly memories: RmaMemories;
  readonly mocks?: Mocks;
  /** Gets the calls that could not be followed when they came. */
  readonly unfollowed?: CallRecord[];
}

export async function restoreMemories(
  reader: CallReader,
  { sha256, memories, mocks, unfollowed }: RestoreParts,
  lastBytes = RESTORED_BYTES,
): Promise<void> {
  for await (const record of reader.read({ lastBytes })) {
    if (record.unfollowed) unfollowed?.push(record);
    const { kind, response } = record;
    const mock = kind === 'exchange_order' && response.by === 'mock' ? response.body : undefined;
    if (mock === undefined && !wasChecked(record)) continue;
    const bytes = bodyBytes(record);
    const read = readMessage(bytes);
    if (read.kind === 'broken') continue;
    if (mock !== undefined) mocks?.restore(read.value, mock);
    const rma = kind === 'rma' ? rmaOf(read.value) : undefined;
    if (rma !== undefined) remember({ sha256, memories }, rma, read.value, bytes);
  }
}
