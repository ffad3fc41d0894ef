// Sends a call to the receiver again, as recorded or with another body.
import type { Platform } from '../../platform/platform.ts';
import { answerLine } from '../record/call-body.ts';
import { planReplay } from '../replay/replay-plan.ts';
import { replay } from '../replay/send-replay.ts';
import type { InspectorOptions, PageReplay } from './types.ts';

/** `body`: the text to send in place of the recorded one. */
export async function replayCall(
  platform: Platform,
  { reader, receiverUrl, timeoutMs, ca }: InspectorOptions,
  id: string,
  body?: string,
): Promise<PageReplay> {
  const record = await reader.get(id);
  const none = { url: receiverUrl, status: 0, ms: 0 };
  if (!record) return { ...none, fault: 'the call is not in the record any more' };
  const sent = body === undefined ? record : { ...record, body, encoding: 'utf8' as const };
  // The call is replayed with its secrets, because the receiver may require them.
  const plan = planReplay([sent], { base: receiverUrl, pace: 'max', settings: [], withSecrets: true });
  const [step] = plan.steps;
  if (!step) return { ...none, fault: plan.skipped[0]?.why ?? 'it cannot be sent' };
  const client = await platform.net.client(ca === undefined ? {} : { ca });
  try {
    const { signal } = new AbortController();
    const parts = { clock: platform.clock, client, timeoutMs, signal, onAnswer: () => {} };
    const { answer, ...rest } = (await replay(plan, parts)).answers[0]!;
    return { ...none, url: step.url, ...rest, ...(answer && { answer: answerLine(answer) }) };
  } finally {
    await client.close();
  }
}
