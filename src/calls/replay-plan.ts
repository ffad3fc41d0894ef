// The plan of a replay as data: which calls in which order, when each is due, and its bytes.
import { bodyCut } from '../contract/call-rules.ts';
import { type PathValue, withSettings } from '../contract/set-path.ts';
import type { CallKind, CallRecord } from '../storage/calls.ts';
import { bodyBytes, bodyText } from './call-body.ts';
import { headerObject, headersToSend, REPLAY_HEADER } from './replay-headers.ts';

/** The recorded pace, a fixed number of calls a second, or one after the other without a pause. */
export type Pace = 'original' | 'max' | { readonly perSecond: number };

export interface ReplayOptions {
  /** Base address without trailing slash; the recorded path is appended. */
  readonly base: string;
  readonly pace: Pace;
  readonly settings: readonly PathValue[];
  /** Seed for a random order; the same seed gives the same order. */
  readonly shuffle?: number;
  readonly repeat: number;
  readonly withSecrets: boolean;
}

export interface ReplayStep {
  readonly id: string;
  /** The call that this one repeats: itself, or the original of a replay. */
  readonly original: string;
  readonly kind: CallKind;
  readonly rma: string | null;
  readonly status: string | null;
  /** Calls with the same key are never sent at the same time. */
  readonly queueKey: string;
  /** ms after the start. */
  readonly due: number;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface ReplayPlan {
  readonly base: string;
  readonly steps: readonly ReplayStep[];
  /** Calls that cannot be sent as recorded. */
  readonly skipped: readonly { readonly id: string; readonly why: string }[];
}

/** `records` in order of arrival. @throws Failure exit 2 when a path of --set does not exist in a message */
export function planReplay(records: readonly CallRecord[], options: ReplayOptions): ReplayPlan {
  const skipped: { id: string; why: string }[] = [];
  const calls = records.flatMap((record) => {
    const why = unsendable(record, options.base);
    if (why === undefined) return [{ at: record.at, ...stepOf(record, options) }];
    skipped.push({ id: record.id, why });
    return [];
  });
  const times = dueTimes(calls, options.pace, options.repeat);
  const unit = seeded(options.shuffle ?? 0);
  const steps: ReplayStep[] = [];
  for (let pass = 0; pass < options.repeat; pass++)
    for (const { at: _, ...step } of options.shuffle === undefined ? calls : shuffled(calls, unit))
      steps.push({ ...step, due: times[steps.length]! });
  return { base: options.base, steps, skipped };
}

/** Why a call cannot be sent again. A hostile recorded path must not choose another host. */
function unsendable(record: CallRecord, base: string): string | undefined {
  const { truncated, target, method, findings } = record;
  if (truncated) return 'its body was cut off at the limit';
  if (findings.some(({ code }) => code === bodyCut.code)) return 'its body did not come as a whole';
  if (!/^[A-Z]+$/.test(method) || method === 'CONNECT') return 'its method cannot be sent';
  if (!target.startsWith('/')) return 'it names no path';
  try {
    if (new URL(base + target).host === new URL(base).host) return undefined;
  } catch {
    // An invalid address is reported below.
  }
  return 'its path cannot be sent';
}

function stepOf(record: CallRecord, { base, settings, withSecrets }: ReplayOptions) {
  const { id, kind, rma, status } = record;
  const named = { kind, named: `Call ${id}`, shownBy: `returns calls show ${id}` };
  const changed = settings.length > 0 ? withSettings(bodyText(record), settings, named) : undefined;
  const original = record.replayOf ?? id;
  return {
    ...{ id, original, kind, rma, status },
    queueKey: rma === null ? id : `rma ${rma}`,
    method: record.method,
    url: base + record.target,
    headers: { ...headerObject(headersToSend(record.headers, withSecrets)), [REPLAY_HEADER]: original },
    body: changed === undefined ? bodyBytes(record) : Buffer.from(changed),
  };
}

/** The due time of every call of every repetition. A repetition begins when the time of the previous one is over. */
function dueTimes(calls: readonly { readonly at: number }[], pace: Pace, repeat: number): number[] {
  const first = calls[0]?.at ?? 0;
  const span = (calls.at(-1)?.at ?? 0) - first;
  return Array.from({ length: calls.length * repeat }, (_, i) => {
    if (pace === 'max') return 0;
    if (pace !== 'original') return (i * 1000) / pace.perSecond;
    return Math.floor(i / calls.length) * span + (calls[i % calls.length]!.at - first);
  });
}

function shuffled<T>(list: readonly T[], unit: () => number): T[] {
  const mixed = [...list];
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = Math.floor(unit() * (i + 1));
    [mixed[i], mixed[j]] = [mixed[j]!, mixed[i]!];
  }
  return mixed;
}

/** Random numbers in [0, 1) from a seed. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
