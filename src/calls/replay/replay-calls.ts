// `calls replay`: sends recorded calls to an allowed address. Shows the plan, and asks for confirmation when the
// address is not on this machine.
import { isLoopback } from '../../account/values.ts';
import { EXIT, type ExitCode, worstExit } from '../../basics/exit-codes.ts';
import { usageFailure } from '../../basics/failure.ts';
import { LOCAL } from '../../contract/endpoints.ts';
import type { Platform } from '../../platform/platform.ts';
import { interruption } from '../../runs/session.ts';
import { callReader, openCallLog } from '../../storage/call-log.ts';
import type { CallRecord } from '../../storage/calls.ts';
import type { Folders } from '../../storage/folders.ts';
import { type CallFilter, chosenCalls, isEmptyFilter } from '../record/call-filter.ts';
import { isSuccess, wasRefused } from '../record/call-state.ts';
import {
  compareAnswers,
  planReplay,
  type ReplayAnswer,
  type Replayed,
  type ReplayOptions,
  type ReplayParts,
  type ReplayPlan,
  replay,
} from './send-replay.ts';

interface ReplayRun extends Pick<ReplayParts, 'timeoutMs' | 'onAnswer'> {
  readonly ids: readonly string[];
  readonly filter: CallFilter;
  readonly options: ReplayOptions;
  readonly dryRun: boolean;
  /** Holds the answers against the recorded ones, apart from these paths. */
  readonly compare?: { readonly ignored: readonly string[] } | undefined;
  /** PEM text of additional root certificates. */
  readonly ca: string | undefined;
  /** Asks for confirmation when the address is not on this machine. */
  confirm(plan: ReplayPlan): Promise<boolean>;
  readonly onStart: (plan: ReplayPlan) => void;
  readonly onInterrupt: () => void;
}

export type ReplayResult = Readonly<Awaited<ReturnType<typeof runReplay>>>;

/** Where `returns listen` listens unless told otherwise. */
export const DEFAULT_RECEIVER = `http://127.0.0.1:${LOCAL.receiverPort}`;

export async function runReplay(platform: Platform, folders: Folders, request: ReplayRun) {
  if (request.ids.length === 0 && isEmptyFilter(request.filter))
    throw usageFailure('usage.missing', 'Which calls are to be replayed?', {
      expected: 'ids, --rma RMA, or another filter',
      hint: 'List the calls with: returns calls list',
    });
  const chosen = await chosenCalls(callReader(platform, folders), request.ids, request.filter);
  const records = request.ids.length > 0 ? chosen : firstOfEach(chosen);
  const plan = planReplay(records, request.options);
  const none: readonly ReplayAnswer[] = [];
  const planned = (exitCode: ExitCode) => ({
    ...({ plan, state: 'planned', answers: none, ms: 0, exitCode } as const),
  });
  if (request.dryRun || plan.steps.length === 0)
    return planned(plan.skipped.length > 0 ? EXIT.refused : EXIT.done);
  if (!isLoopback(plan.base) && !(await request.confirm(plan))) return planned(EXIT.done);
  const stop = interruption(platform, request.onInterrupt);
  const client = await platform.net.client({ ca: request.ca, connections: 1 });
  const { compare } = request;
  const byId = new Map(records.map((record) => [record.id, record]));
  try {
    request.onStart(plan);
    const done = await replay(plan, {
      clock: platform.clock,
      client,
      timeoutMs: request.timeoutMs,
      signal: stop.signal,
      onAnswer: request.onAnswer,
      compare:
        compare &&
        (({ id }, status, answer) => compareAnswers(byId.get(id)!, status, answer, compare.ignored)),
    });
    await noteSettled(platform, folders, records, { plan, answers: done.answers });
    return { plan, ...done, exitCode: exitOf(plan, done, stop.exitCode()) };
  } finally {
    stop.release();
    await client.close();
  }
}

/** Without the recorded replays of a call that is sent itself. */
function firstOfEach(records: readonly CallRecord[]): readonly CallRecord[] {
  const sent = new Set<string>(records.flatMap(({ id, replayOf }) => (replayOf === undefined ? id : [])));
  return records.filter(({ replayOf }) => {
    if (replayOf === undefined) return true;
    const isFirst = !sent.has(replayOf);
    sent.add(replayOf);
    return isFirst;
  });
}

/**
 * When a replay went directly to an endpoint and was answered 2xx, this is noted with the call. A receiver of this tool
 * notes replays itself; with another state folder, it has another record.
 */
async function noteSettled(
  platform: Platform,
  folders: Folders,
  records: readonly CallRecord[],
  replayed: { readonly plan: ReplayPlan; readonly answers: readonly ReplayAnswer[] },
): Promise<void> {
  const isNoted = (call: CallRecord) => wasRefused(call) || call.replayOf !== undefined;
  const refused = new Set(records.filter(isNoted).map(({ id }) => id));
  const taken = replayed.answers.filter(({ id, status }) => refused.has(id) && isSuccess(status));
  const recorded = taken.find((answer) => answer.recorded !== undefined)?.recorded;
  if (taken.length === 0 || (recorded !== undefined && (await callReader(platform, folders).get(recorded))))
    return;
  const steps = new Map(replayed.plan.steps.map((step) => [step.id, step]));
  const log = openCallLog(platform, folders);
  try {
    for (const { id, status } of taken) {
      const { original, url } = steps.get(id)!;
      const settled = { at: platform.clock.now(), to: new URL(url).origin, status };
      await log.settle({ id: original, settled });
    }
  } finally {
    log.close();
  }
}

function exitOf(plan: ReplayPlan, { answers, state }: Replayed, interrupted: ExitCode): ExitCode {
  if (answers.length > 0 && answers.every(({ status }) => status === 0)) return EXIT.unavailable;
  if (state === 'interrupted') return interrupted;
  const isRight = ({ status, differences }: ReplayAnswer) =>
    differences ? differences.length === 0 : isSuccess(status);
  const isGood = answers.every(isRight) && plan.skipped.length === 0;
  return worstExit([EXIT.done, ...(isGood ? [] : [EXIT.refused])]);
}
