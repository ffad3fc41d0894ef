// `calls check` and `calls import`: reads messages from a log file and checks them in the order of the file, as the
// receiver checks arriving messages; each becomes a call record. Import also records them.

import path from 'node:path';
import type { TargetFlags } from '../../account/resolve.ts';
import { inputFailure } from '../../basics/failure.ts';
import { agreedMessages } from '../../contract/agreed-messages.ts';
import { bodyBroken, callFindingOfRule, callVerdictOf } from '../../contract/call-rules.ts';
import { DEFAULT_PATHS } from '../../contract/customer-endpoints.ts';
import { applyLevels, type Levels } from '../../contract/levels.ts';
import { textBytes } from '../../input/file-text.ts';
import type { Platform } from '../../platform/platform.ts';
import { agreedIn } from '../../storage/agreements.ts';
import { callReader, openCallLog } from '../../storage/call-log.ts';
import { type CallKind, type CallLog, type CallRecord, makeCallIds, NO_ANSWER } from '../../storage/calls.ts';
import type { Folders } from '../../storage/folders.ts';
import { type CallCounts, countCall, emptyCallCounts } from '../record/call-counts.ts';
import { bodyBytes, bodyValue, recordedBody } from '../record/recorded-call.ts';
import {
  type CheckedCall,
  type CheckParts,
  checkAnswer,
  checkCall,
  kindOfMessage,
  makeRmaMemories,
  NOTHING,
} from './check-message.ts';
import { openCallFacts } from './ledger-facts.ts';
import { type LoggedCall, readLog } from './message-file.ts';

/** What the file holds, by the names of `returns schema`: messages of the service, or answers to them. */
export const CHECKED_AS = ['rma', 'exchange-order', 'variants', 'exchange-answer'] as const;
export type CheckedAs = (typeof CHECKED_AS)[number];

interface LogParts extends CheckParts {
  /** Time for messages without one, ms since the epoch. */
  readonly now: number;
  readonly newId: (at: number) => string;
  /** The path as given on the command line. */
  readonly file: string;
  /** The kind of every message; overrides path and content. */
  readonly as: CheckedAs | undefined;
}

/** The call record and verdict for one message of a log. The answer is unknown, because a log does not contain it. */
function checkLogged(parts: LogParts, logged: LoggedCall): CallRecord {
  const recorded = recordedBody(logged.body);
  const kind = parts.as === undefined ? kindOf(logged, recorded) : KINDS[parts.as];
  const at = logged.at ?? parts.now;
  const { verdict, findings, rma, orders, status, anomaly, changes } = checkedAs(parts, kind, logged.body);
  return {
    id: parts.newId(at),
    at,
    kind,
    method: logged.method ?? 'POST',
    target: logged.target ?? (kind === 'exchange_order' ? DEFAULT_PATHS.exchangeOrders : DEFAULT_PATHS.rmas),
    headers: logged.headers,
    remote: logged.remote ?? '',
    ...recorded,
    bytes: logged.body.length,
    truncated: false,
    ...{ verdict, findings, rma, orders, status, anomaly, changes },
    response: NO_ANSWER,
    ms: 0,
    imported: { file: parts.file, line: logged.line },
  };
}

/** What each is checked as: a call of this kind, or the answer to one. */
const KINDS: Readonly<Record<CheckedAs, CallKind>> = {
  rma: 'rma',
  'exchange-order': 'exchange_order',
  variants: 'variants',
  'exchange-answer': 'exchange_order',
};

function checkedAs(parts: LogParts, kind: CallKind, body: Uint8Array): CheckedCall {
  if (parts.as !== 'variants' && parts.as !== 'exchange-answer')
    return kind === 'rma' || kind === 'exchange_order' ? checkCall(parts, kind, body) : NOT_CHECKED;
  const to = parts.as === 'variants' ? parts.as : 'exchange_order';
  const { broken, findings: all } = checkAnswer(to, body);
  const findings = applyLevels(all, parts.levels);
  if (!broken) return { ...NOT_CHECKED, findings, verdict: callVerdictOf(findings) };
  const { line, column } = broken.position;
  const why = callFindingOfRule(bodyBroken, { what: broken.message, line, column });
  return { ...NOT_CHECKED, isBroken: true, verdict: 'error', findings: [why] };
}

/** A variants request has no body, so there is no message to check. */
const NOT_CHECKED: CheckedCall = { ...NOTHING, isBroken: false, verdict: 'ok', findings: [] };

/**
 * Decides by the path when it is one of our endpoints, otherwise by the content. The default is an RMA message. A probe (HEAD,
 * OPTIONS) of a log is no message, whatever its path.
 */
function kindOf({ method, target }: LoggedCall, body: Parameters<typeof bodyValue>[0]): CallKind {
  const path = target?.split(/[?#]/)[0] ?? '';
  if (/\/sku\/[^/]+\/[^/]+$/.test(path) && (method === undefined || method === 'GET')) return 'variants';
  const isPosted = method === undefined || method === 'POST' || method === 'PUT';
  if (isPosted && path.endsWith(DEFAULT_PATHS.rmas)) return 'rma';
  if (isPosted && path.endsWith(DEFAULT_PATHS.exchangeOrders)) return 'exchange_order';
  return kindOfMessage(bodyValue(body)) ?? (isPosted ? 'rma' : 'unknown');
}

interface CallsOfFile {
  /** The path as given; `-` is stdin. */
  readonly file: string;
  /** The kind of all its messages. When absent, path and content of each message decide. */
  readonly as: CheckedAs | undefined;
  readonly target: TargetFlags;
  /** Severity of findings, where the user changed it. */
  readonly levels?: Levels | undefined;
}

/**
 * Checks the file alone, as if the receiver had received its messages from the first one on. `keep` gets each after its check.
 * @throws Failure exit 6
 */
export async function checkCalls(
  platform: Platform,
  folders: Folders,
  request: CallsOfFile,
  keep: (record: CallRecord) => Promise<void> = async () => {},
): Promise<CallCounts> {
  const counts = emptyCallCounts();
  for await (const record of checked(platform, folders, request)) {
    countCall(counts, record);
    await keep(record);
  }
  return counts;
}

/** Number of lines that are written to disk together. */
const GROUP = 500;

/**
 * Records the messages of this file that are not in the record yet; `known` are those that an earlier import of it recorded.
 * @throws Failure exit 6, exit 7
 */
export async function importCalls(platform: Platform, folders: Folders, request: CallsOfFile) {
  const here = await importedBefore(platform, folders, request.file);
  const log = openCallLog(platform, folders);
  const group: CallRecord[] = [];
  let imported = 0;
  try {
    const counts = await checkCalls(platform, folders, request, async (record) => {
      if (here.has(originOf(platform, record))) return;
      imported++;
      group.push(record);
      if (group.length >= GROUP) await appendAll(log, group.splice(0));
    });
    await appendAll(log, group);
    return { counts, imported, known: counts.total - imported };
  } finally {
    log.close();
  }
}

async function appendAll(log: CallLog, records: readonly CallRecord[]): Promise<void> {
  const ends = await Promise.allSettled(records.map((record) => log.append(record)));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

async function* checked(
  platform: Platform,
  folders: Folders,
  request: CallsOfFile,
): AsyncGenerator<CallRecord> {
  const { file, as } = request;
  const facts = openCallFacts(platform, folders, request.target);
  const source = openSource(platform, file);
  try {
    const parts = {
      sha256: (content: string | Uint8Array) => platform.crypto.sha256(content),
      memories: makeRmaMemories(),
      factsOf: facts.factsOf,
      levels: request.levels,
      agreed: agreedMessages(agreedIn(platform, folders, request.target).answers),
      now: platform.clock.now(),
      newId: makeCallIds(platform.random),
      ...{ file, as },
    };
    for await (const logged of readLog(source.bytes, file, as === 'variants'))
      yield checkLogged(parts, logged);
  } finally {
    source.close();
    facts.close();
  }
}

function openSource(platform: Platform, file: string): { bytes: AsyncIterable<Uint8Array>; close(): void } {
  if (file === '-') return { bytes: textBytes(platform, platform.terminal.stdin(), file), close() {} };
  const place = path.resolve(platform.cwd, file);
  const kind = platform.files.stat(place)?.kind;
  if (kind === undefined || kind === 'directory')
    throw inputFailure('input.file.missing', kind ? `${file} is a folder` : `There is no file ${file}`, {
      place: { file },
      hint: 'Name a file with messages, or - for stdin.',
    });
  const reader = platform.files.open(place);
  return { bytes: textBytes(platform, reader.stream(), file), close: () => reader.close() };
}

/**
 * Identifies a message by its line and content, not by the path of the file. So the same file can be moved and imported
 * again.
 */
function originOf(platform: Platform, record: CallRecord): string {
  return `${record.imported?.line} ${record.method} ${record.target} ${platform.crypto.sha256(bodyBytes(record))}`;
}

async function importedBefore(platform: Platform, folders: Folders, file: string): Promise<Set<string>> {
  const here = new Set<string>();
  for await (const record of callReader(platform, folders).read())
    if (record.imported && path.basename(record.imported.file) === path.basename(file))
      here.add(originOf(platform, record));
  return here;
}
