// The result of `returns trigger` as a document and as an exit code.
import { EXIT, type ExitCode, worstExit } from '../../basics/exit.ts';
import type { Sent } from './play.ts';
import { isAccepted } from './post.ts';

/** `trigger/1`. */
export interface TriggerDocument {
  readonly schema: 'trigger/1';
  readonly name: string;
  /** Address in front of the paths; null with --print. */
  readonly to: string | null;
  readonly messages: readonly {
    readonly what: string;
    readonly kind: Sent['kind'];
    readonly method: Sent['method'];
    readonly path: string;
    /** Null without an answer, and with --print. */
    readonly status: number | null;
    readonly ms: number;
    /** Why nobody answered; null otherwise. */
    readonly fault: string | null;
    readonly answer: string;
    /** The message as it was sent; null for a GET. */
    readonly body: unknown;
  }[];
}

export const documentOf = (name: string, to: string | null, messages: readonly Sent[]): TriggerDocument => ({
  schema: 'trigger/1',
  name,
  to,
  messages: messages.map(({ what, kind, method, path, status, ms, fault, answer, text }) => ({
    ...{ what, kind, method, path, status: to === null ? null : status, ms, fault, answer },
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
