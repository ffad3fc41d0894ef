// `returns calls show`: one call with findings, changed units, answer and body; or only the body; or how its amounts
// are derived.
import { knownTarget } from '../../account/known-target.ts';
import { EXIT } from '../../basics/exit-codes.ts';
import { usageFailure } from '../../basics/failure.ts';
import { escapeControls } from '../../basics/text.ts';
import { type Context, defineCommand, flag } from '../../cli/command.ts';
import { returnFees } from '../../contract/refund-amount.ts';
import { explainMoney, type RmaMoney } from '../../contract/rma-money.ts';
import { agreedIn } from '../../storage/agreements.ts';
import { callReader } from '../../storage/call-log.ts';
import type { CallRecord } from '../../storage/calls.ts';
import { openCallFacts } from '../messages/ledger-facts.ts';
import { findCall } from '../record/call-filter.ts';
import { type OpenCalls, openAmong, wasRefusedUnchecked } from '../record/call-state.ts';
import { bodyBytes, bodyText, bodyValue, maskedCall } from '../record/recorded-call.ts';
import { findingsDocument, recordedDocument } from '../text/call-documents.ts';
import { callMoneyText, callShowText, refusedMoneyText } from '../text/show-text.ts';

export const command = defineCommand({
  args: '<id>',
  flags: [
    flag('--raw', 'the bytes of the body and nothing else'),
    flag('--money', 'what its units are worth by the order, beside the estimates and the refund sent'),
  ],
  examples: [
    ['returns calls show last', 'the newest call'],
    ['returns calls show 20261120-131222 --money', 'the beginning of an id is enough'],
    ['returns calls show last --raw > body.json', 'the body byte for byte'],
  ],
  async run(context, [given], { raw, money: withMoney }) {
    const { platform, folders, globals, show } = context;
    if (raw && globals.json)
      throw usageFailure('usage.conflict', '--raw and --json both want stdout', {
        hint: 'Omit one of them.',
      });
    const reader = callReader(platform, folders);
    const call = await findCall(reader, given);
    if (raw) {
      await show.raw(platform.terminal.stdoutIsTerminal ? forTerminal(call) : bodyBytes(call));
      return EXIT.done;
    }
    const isRefused = call.kind === 'rma' && wasRefusedUnchecked(call);
    const money = withMoney && !isRefused ? moneyOf(context, call) : undefined;
    const states = await openAmong(reader, [call]);
    const document = withMoney && { money: money ? moneyDocument(money) : null };
    await show.result({ ...callDocument(call, states), ...document }, () =>
      [
        callShowText(call, states, show.outPaint),
        ...(money
          ? ['', callMoneyText(money, show.outPaint, knownTarget(platform, folders, globals)?.minorUnits)]
          : []),
        ...(withMoney && isRefused ? ['', refusedMoneyText(call, show.outPaint)] : []),
      ].join('\n'),
    );
    show.next(states.open.has(call.id) ? `returns calls replay ${call.id}` : 'returns calls list');
    return EXIT.done;
  },
});

/** Control characters in received text must not reach a terminal. Files and pipes get the exact bytes. */
const forTerminal = (call: CallRecord): string => {
  const lines = bodyText(call).split('\n').map(escapeControls).join('\n');
  return lines === '' || lines.endsWith('\n') ? lines : `${lines}\n`;
};

function moneyOf({ platform, folders, globals }: Context, call: CallRecord): RmaMoney {
  if (call.kind !== 'rma')
    throw usageFailure('usage.money', 'Only RMA messages have refund estimates', {
      found: `a call of kind ${call.kind}`,
      hint: 'List those with: returns calls list --kind rma',
    });
  const facts = openCallFacts(platform, folders, globals);
  try {
    const fees = returnFees(agreedIn(platform, folders, globals).answers);
    return explainMoney(bodyValue(call), facts.factsOf ?? (() => undefined), fees);
  } finally {
    facts.close();
  }
}

function callDocument(record: CallRecord, states: OpenCalls) {
  const call = maskedCall(record);
  const { method, target: path, headers, remote, changes, response, ms, truncated, encoding, body } = call;
  return {
    schema: 'call/1' as const,
    ...recordedDocument(call, states),
    ...{ method, path, headers, remote, changes, ms, truncated, encoding, body },
    findings: findingsDocument(call.findings),
    response: response.by === 'none' ? null : response,
    forwarded: call.forwarded ?? null,
  };
}

const moneyDocument = ({ currency: _, fees: __, ...document }: RmaMoney) => document;
