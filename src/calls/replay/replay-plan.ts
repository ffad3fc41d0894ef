// The plan of a replay as data: which calls in which order, when each is due, and its bytes.
import { bodyCut, methodWrong, pathUnknown } from '../../contract/call-rules.ts';
import { DEFAULT_PATHS, endpointUrl } from '../../contract/customer-endpoints.ts';
import { type PathValue, withSettings } from '../../contract/set-path.ts';
import type { CallRecord } from '../../storage/calls.ts';
import { bodyBytes, bodyText, headerObject, headersToSend, REPLAY_HEADER } from '../record/call-body.ts';

/** The recorded pace, or one after the other without a pause. */
export type Pace = 'original' | 'max';

export interface ReplayOptions {
  /** Address of the endpoints, or of one of them. */
  readonly base: string;
  readonly pace: Pace;
  readonly settings: readonly PathValue[];
  readonly withSecrets: boolean;
}

export type ReplayPlan = Readonly<ReturnType<typeof planReplay>>;
export type ReplayStep = ReplayPlan['steps'][number];

/** `records` in order of arrival. @throws Failure exit 2 when a path of --set does not exist in a message */
export function planReplay(records: readonly CallRecord[], options: ReplayOptions) {
  /** Calls that cannot be sent as recorded. */
  const skipped: { readonly id: string; readonly why: string }[] = [];
  const steps = records.flatMap((record) => {
    const why = unsendable(record, options.base);
    /** ms after the start. */
    const due = options.pace === 'max' ? 0 : record.at - records[0]!.at;
    if (why === undefined) return [{ ...stepOf(record, options), due }];
    skipped.push({ id: record.id, why });
    return [];
  });
  return { base: options.base, steps, skipped };
}

/** Why a call cannot be sent again. A hostile recorded path must not choose another host. */
function unsendable(record: CallRecord, base: string): string | undefined {
  const { truncated, findings } = record;
  const { method, target } = placeOf(record);
  if (truncated) return 'its body was cut off at the limit';
  if (findings.some(({ code }) => code === bodyCut.code)) return 'its body did not come as a whole';
  if (!/^[A-Z]+$/.test(method) || method === 'CONNECT') return 'its method cannot be sent';
  if (!target.startsWith('/')) return 'it names no path';
  try {
    if (new URL(urlOf(record, base)).host === new URL(base).host) return undefined;
  } catch {
    // An invalid address is reported below.
  }
  return 'its path cannot be sent';
}

/** Where a call goes: a message that came beside the path goes where its kind belongs, as it was then. */
function placeOf({ kind, method, target, findings }: CallRecord) {
  const wrong = findings.find(({ code }) => code === pathUnknown.code || code === methodWrong.code);
  if (!wrong || kind === 'unknown' || kind === 'variants') return { method, target };
  const takes = wrong.args?.['takes'];
  return { method: 'POST', target: typeof takes === 'string' ? takes : target };
}

const urlOf = (record: CallRecord, base: string): string =>
  endpointUrl(base, record.kind, placeOf(record).target, DEFAULT_PATHS);

function stepOf(record: CallRecord, { base, settings, withSecrets }: ReplayOptions) {
  const { id, kind, rma, status } = record;
  const named = { kind, named: `Call ${id}`, shownBy: `returns calls show ${id}` };
  const changed = settings.length > 0 ? withSettings(bodyText(record), settings, named) : undefined;
  /** The call that this one repeats: itself, or the original of a replay. */
  const original = record.replayOf ?? id;
  const { method } = placeOf(record);
  return {
    ...{ id, original, kind, rma, status },
    method,
    url: urlOf(record, base),
    headers: { ...headerObject(headersToSend(record.headers, withSecrets)), [REPLAY_HEADER]: original },
    body: changed === undefined ? bodyBytes(record) : Buffer.from(changed),
  };
}
