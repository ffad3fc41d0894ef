// `returns calls list`: calls of the record, the newest last.
import { EXIT } from '../../basics/exit-codes.ts';
import { countFrom, defineCommand, flag } from '../../cli/command.ts';
import { callReader } from '../../storage/call-log.ts';
import { countCall, emptyCallCounts } from '../record/call-counts.ts';
import { selectCalls } from '../record/call-filter.ts';
import { FILTER_FLAGS, filterOf } from '../record/call-flags.ts';
import { openAmong } from '../record/call-state.ts';
import { recordedDocument } from '../text/call-documents.ts';
import { callListText } from '../text/list-text.ts';

export const command = defineCommand({
  flags: [
    ...FILTER_FLAGS,
    flag('--limit <n>', 'so many of the newest', { initial: '50', parse: countFrom(1, 1_000_000) }),
  ],
  examples: [
    ['returns calls list', 'the last 50'],
    ['returns calls list --verdict error,warning --since 12h', 'what was wrong today'],
    ['returns calls list --open', 'the calls that your endpoint has not answered 2xx yet'],
    ['returns calls list --rma RMA-1 --json', 'all messages of one RMA, for a script'],
  ],
  async run({ platform, folders, show }, _args, options) {
    const filter = filterOf(options, platform.clock.now());
    const reader = callReader(platform, folders);
    const found = await selectCalls(reader, filter, options.limit);
    const states = await openAmong(reader, found.calls);
    const counts = emptyCallCounts();
    for (const call of found.calls) countCall(counts, call);
    const document = {
      schema: 'call-list/1',
      // The short form of each.
      calls: found.calls.map((call) => {
        const { response, forwarded } = call;
        return {
          ...recordedDocument(call, states),
          findings: call.findings.length,
          response: response.by === 'none' ? null : { status: response.status, by: response.by },
          forwarded: forwarded ? { status: forwarded.status, fault: forwarded.fault ?? null } : null,
        };
      }),
      more: found.more,
      by_verdict: counts.byVerdict,
      by_anomaly: counts.byAnomaly,
    };
    await show.result(document, () => callListText(found, states, show.outPaint));
    const hasOpen = found.calls.some(({ id }) => states.open.has(id));
    if (hasOpen) show.next('returns calls replay --open');
    else show.next(found.calls.length > 0 ? 'returns calls show last' : 'returns listen');
    return EXIT.done;
  },
});
