// What `returns trigger` prints as JSON, and the exit code.
import { EXIT, type ExitCode, worstExit } from '../../basics/exit.ts';
import type { DeliveryKind } from '../deliveries/types.ts';
import { isAccepted, type Sent } from './post.ts';

/** The messages that `returns trigger NAME` sent, or with --print would send. */
export interface TriggerDocument {
  readonly schema: 'trigger/1';
  readonly name: string;
  /** Address in front of the paths; null with --print. */
  readonly to: string | null;
  /** In the order in which they were sent. */
  readonly messages: readonly {
    /** The name of the message; in a story, the RMA and its states. */
    readonly what: string;
    readonly kind: DeliveryKind;
    readonly method: 'GET' | 'POST';
    readonly path: string;
    /** Null without an answer, and with --print. */
    readonly status: number | null;
    readonly ms: number;
    /** Why nobody answered; null otherwise. */
    readonly fault: string | null;
    /** At most 10,000 characters. */
    readonly answer: string;
    /** The message as it was sent; null for a GET. */
    readonly body: unknown;
  }[];
}

/** The names that `returns trigger` can play. */
export interface TriggerList {
  readonly schema: 'trigger-list/1';
  readonly messages: readonly { readonly name: string; readonly text: string }[];
  readonly stories: readonly { readonly name: string; readonly text: string }[];
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
