// What `returns trigger` prints as JSON, and the exit code.
import { EXIT, type ExitCode, worstExit } from '../../basics/exit.ts';
import { isAccepted, type Sent } from './post.ts';

export type TriggerDocument = ReturnType<typeof documentOf>;

/**
 * The messages that `returns trigger NAME` sent, or with --print would send, in their order. @param to address in front of the
 * paths; null with --print
 */
export const documentOf = (name: string, to: string | null, messages: readonly Sent[]) => ({
  schema: 'trigger/1' as const,
  name,
  to,
  messages: messages.map(({ what, kind, method, path, status, ms, fault, answer, text }) => ({
    ...{ what, kind, method, path, status: to === null ? null : status, ms, fault, answer },
    /** The message as it was sent; null for a GET. */
    body: text === null ? null : (JSON.parse(text) as unknown),
  })),
});

/** Whether the endpoint answered, and did not take it. */
export const isRefused = (sent: Sent): boolean =>
  sent.fault === null && !isAccepted(sent) && !sent.isReplaced;

export const exitOf = (messages: readonly Sent[]): ExitCode =>
  worstExit([EXIT.done, ...messages.map(exitOfOne)]);

function exitOfOne(sent: Sent): ExitCode {
  if (sent.fault === 'aborted') return EXIT.interrupted;
  if (sent.fault === 'sign_in') return EXIT.auth;
  if (sent.fault !== null) return EXIT.unavailable;
  return isRefused(sent) ? EXIT.refused : EXIT.done;
}
