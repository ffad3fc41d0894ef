// The functions of the receiver that the inspector uses: masking, curl, and replaying a call to the receiver.
import type { Platform } from '../../platform/platform.ts';
import type { CallReader } from '../../storage/calls.ts';
import { answerLine, maskedCall } from '../call-body.ts';
import { curlCommand } from '../call-formats.ts';
import { replay } from '../replay.ts';
import { planReplay } from '../replay-plan.ts';
import type { InspectorOptions } from './types.ts';

export interface InspectedReceiver {
  readonly reader: CallReader;
  readonly receiverUrl: string;
  readonly timeoutMs: number;
  /** Root certificates for a receiver with its own TLS certificate. */
  readonly ca?: string;
}

/** The options of the inspector that depend on the receiver's address. */
export function ofReceiver(
  platform: Platform,
  { reader, receiverUrl, timeoutMs, ca }: InspectedReceiver,
): Pick<InspectorOptions, 'reader' | 'receiverUrl' | 'masked' | 'curlOf' | 'replay'> {
  return {
    reader,
    receiverUrl,
    masked: maskedCall,
    curlOf: (record) => curlCommand(record, receiverUrl, false),
    async replay(id) {
      const record = await reader.get(id);
      const none = { url: receiverUrl, status: 0, ms: 0 };
      if (!record) return { ...none, fault: 'the call is not in the record any more' };
      // The call is replayed with its secrets, because the receiver may require them.
      const plan = planReplay([record], {
        base: receiverUrl,
        pace: 'max',
        settings: [],
        withSecrets: true,
      });
      const [step] = plan.steps;
      if (!step) return { ...none, fault: plan.skipped[0]?.why ?? 'it cannot be sent' };
      const client = await platform.net.client(ca === undefined ? {} : { ca });
      try {
        const signal = new AbortController().signal;
        const { answers } = await replay(plan, {
          clock: platform.clock,
          client,
          timeoutMs,
          signal,
          onAnswer: () => {},
        });
        const { answer, ...rest } = answers[0]!;
        return { ...none, url: step.url, ...rest, ...(answer && { answer: answerLine(answer) }) };
      } finally {
        await client.close();
      }
    },
  };
}
