// `returns calls replay`: sends recorded calls again: one, several, or all calls of an RMA.

import { DEFAULT_TIMEOUT_MS } from '../../account/resolve.ts';
import { additionalRoots } from '../../account/settings.ts';
import { usageFailure } from '../../basics/failure.ts';
import { maskedAddress } from '../../basics/text.ts';
import { defineCommand, flag, PROGRESS_FLAG } from '../../cli/command.ts';
import { clean } from '../../cli/presenter.ts';
import { progressLines } from '../../cli/progress.ts';
import { checkConfirmable, isConfirmed } from '../../cli/prompts.ts';
import { calledText, DEFAULT_PATHS, endpointAddress } from '../../contract/customer-endpoints.ts';
import { parseSetting } from '../../contract/set-path.ts';
import { findReceiver } from '../../storage/running.ts';
import { FILTER_FLAGS, filterOf } from '../record/call-flags.ts';
import { maskedAnswer } from '../record/recorded-call.ts';
import { DEFAULT_RECEIVER, type ReplayResult, runReplay } from '../replay/replay-calls.ts';
import type { ReplayStep } from '../replay/send-replay.ts';
import { replayPlanText, replayResultText, statusCounts } from '../text/list-text.ts';

export const command = defineCommand({
  args: '[ids...]',
  flags: [
    flag('--to <url>', 'address of your endpoints, or one of them', {
      otherwise: 'the receiver on this machine',
      parse: endpointAddress,
    }),
    ...FILTER_FLAGS,
    flag('--pace <pace>', 'original: with the recorded pauses; max: without', {
      oneOf: ['original', 'max'],
      initial: 'max',
    }),
    flag('--set <path=value>', 'change a field: status=REFUNDED, items[0].tracking_number=null', {
      repeat: true,
      parse: parseSetting,
    }),
    flag('--compare', 'hold the answers against the recorded ones; exit code 3 when one differs'),
    flag('--ignore <path>', 'with --compare: a part that may differ, such as body.id or body.lines[].at', {
      repeat: true,
    }),
    PROGRESS_FLAG,
    flag('--with-secrets', 'also the headers that hold secrets'),
    flag('--dry-run', 'list what would be sent and stop'),
  ],
  examples: [
    ['returns calls replay last', 'to a receiver on this machine'],
    ['returns calls replay --open', 'the calls that your endpoint has not answered 2xx yet'],
    [
      'returns calls replay --rma RMA-1 --pace original --to http://127.0.0.1:8080',
      'all messages of one RMA',
    ],
    ['returns calls replay last --set status=REFUNDED', 'changed'],
    ['returns calls replay --since 7d --to http://localhost:3000 --compare', 'real traffic as a test'],
  ],
  async run(context, ids, options) {
    const { platform, folders, globals, show } = context;
    const { to, pace, set: settings, withSecrets, dryRun, compare, ignore } = options;
    if (ignore.length > 0 && !compare)
      throw usageFailure('usage.conflict', '--ignore is for --compare', { hint: 'Give --compare, too.' });
    const base = to ?? findReceiver(platform, folders, DEFAULT_RECEIVER);
    const called = calledText(base, DEFAULT_PATHS);
    if (called !== base) show.note(`What is called: ${clean(called)}`);
    if (to === undefined && base !== DEFAULT_RECEIVER) show.note(`To the receiver at ${base}`);
    const lines = options.progress === 'json' ? progressLines(platform) : undefined;
    let [sent, total] = [0, 0];
    const step = () => lines?.say({ phase: 'sending', unit: 'calls', done: sent, total });
    const done = await runReplay(platform, folders, {
      ids,
      filter: filterOf(options, platform.clock.now()),
      options: { base, pace, settings, withSecrets },
      dryRun,
      compare: compare ? { ignored: ignore } : undefined,
      timeoutMs: globals.timeoutMs ?? DEFAULT_TIMEOUT_MS,
      ca: await additionalRoots(platform, folders, globals),
      // Recorded calls go to another machine only after confirmation.
      async confirm(plan) {
        checkConfirmable(context, 'Sending recorded calls to another machine');
        const question = 'Send these calls, personal data included, to that address?';
        return await isConfirmed(context, replayPlanText(plan, true), question);
      },
      onStart(plan) {
        total = plan.steps.length;
        step();
        show.detail(replayPlanText(plan));
      },
      onAnswer({ id, status, ms, fault }) {
        sent++;
        step();
        show.detail(`${clean(id)}  ${fault ?? status}  ${ms} ms`);
      },
      onInterrupt: () => show.note('Interrupted: waiting for what was sent'),
    });
    lines?.end();
    await show.result(documentOf(done), () =>
      done.state === 'planned'
        ? `${replayPlanText(done.plan, true)}\nNothing was sent.`
        : replayResultText(done.plan, done.answers, done.state, done.ms),
    );
    if (done.state === 'planned' && dryRun) show.next('the same command without --dry-run');
    if (done.state === 'unreachable') show.next('returns listen');
    return done.exitCode;
  },
});

/** Maximum number of calls of a plan in the JSON document. */
const MOST_PLANNED = 1000;

const plannedStep = ({ id, original, kind, rma, status, due, method, url, body }: ReplayStep) => ({
  ...{ id, original, kind, rma_identifier: rma, status },
  due_ms: Math.round(due),
  method,
  url: maskedAddress(url),
  bytes: body.length,
});

function documentOf({ plan, state, answers, ms, exitCode }: ReplayResult) {
  return {
    schema: 'replay/1',
    state,
    exit_code: exitCode,
    to: maskedAddress(plan.base),
    calls: plan.steps.length,
    sent: answers.length,
    by_status: Object.fromEntries(statusCounts(answers).map(({ status, count }) => [status, count])),
    skipped: plan.skipped,
    planned: state === 'planned' ? plan.steps.slice(0, MOST_PLANNED).map(plannedStep) : [],
    answers: answers.map(({ id, status, ms: took, fault = null, answer, recorded = null, differences }) => ({
      ...{ id, status, ms: took, fault, recorded },
      ...(differences && { differences }),
      answer: answer ? maskedAnswer(answer) : null,
    })),
    seconds: Math.round(ms) / 1000,
  };
}
