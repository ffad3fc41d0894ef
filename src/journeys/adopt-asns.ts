// `asns adopt`: records ASNs that another system sent, so that they can be changed from here. Sends nothing.
import path from 'node:path';
import type { KnownTarget } from '../account/known-target.ts';
import { planParts } from '../asns/judge-update.ts';
import { type AdoptRow, planAdopt } from '../asns/plan-adopt.ts';
import { EXIT, type ExitCode } from '../base/exit.ts';
import type { Host } from '../base/host.ts';
import { shellWord } from '../base/text.ts';
import type { AsnVersion } from '../contract/asn.ts';
import { openAsns } from '../intake/asns/read.ts';
import type { AsnIntakeOptions } from '../intake/asns/types.ts';
import { asnRecordsOf } from '../store/asn-records.ts';
import type { Folders } from '../store/folders.ts';
import { openLedgerStore } from '../store/ledger.ts';
import { takeLock } from '../store/locks.ts';
import { putRun, runId } from '../store/runs.ts';
import { interruptedFailure, interruption } from './order-input.ts';

export interface AdoptJourney {
  readonly target: KnownTarget;
  readonly file: string;
  readonly intake: AsnIntakeOptions;
  readonly version: AsnVersion | undefined;
  readonly lockWaitMs: number;
  readonly argv: readonly string[];
  /** Newer records would be replaced: false leaves these as they are. */
  confirm(replaced: readonly AdoptRow[]): Promise<boolean>;
}

export interface AdoptResult {
  readonly state: 'adopted' | 'unchanged' | 'refused';
  readonly exitCode: ExitCode;
  readonly run: string | null;
  readonly counts: Readonly<
    Record<'read' | 'adopted' | 'replaced' | 'unchanged' | 'kept' | 'refused', number>
  >;
  /** Refused, or left as they are since the record may be newer. */
  readonly refused: readonly AdoptRow[];
  readonly kept: readonly AdoptRow[];
}

/** Records that are written in one transaction. */
const CHUNK = 500;

export async function adoptJourney(
  host: Host,
  folders: Folders,
  request: AdoptJourney,
): Promise<AdoptResult> {
  const { target } = request;
  const stop = interruption(host, () => {});
  const cleanUp: (() => void)[] = [stop.release];
  try {
    const input = await openAsns(
      host,
      request.file,
      request.intake,
      path.join(folders.state, 'spool'),
      stop.signal,
    );
    cleanUp.unshift(() => input.close());
    const store = openLedgerStore(host, folders);
    cleanUp.unshift(() => store.close());
    const lock = await takeLock(host, store, `asns/${target.key}`, {
      purpose: `ASNs to ${target.environment} (profile ${target.profile})`,
      waitMs: request.lockWaitMs,
      signal: stop.signal,
    });
    cleanUp.unshift(() => lock.release());
    const records = asnRecordsOf(host, store, target.key);
    const parts = planParts(host, records, { version: request.version, force: false });
    const seen = new Map<string, number>();
    const rows: AdoptRow[] = [];
    for await (const asn of input.read()) rows.push(planAdopt(parts, asn, seen));
    if (stop.signal.aborted) throw interruptedFailure(stop.exitCode());
    const replacing = rows.filter(({ fate }) => fate === 'replaces');
    const replace = replacing.length === 0 || (await request.confirm(replacing));
    const wanted = rows.filter(
      ({ fate }) => fate === 'new' || fate === 'older' || (fate === 'replaces' && replace),
    );
    const started = host.clock.now();
    const run = runId(started, host.random.hex(3));
    for (let from = 0; from < wanted.length; from += CHUNK)
      records.queued(
        wanted.slice(from, from + CHUNK).map(({ program, number, queued }) => [
          { program, number },
          { ...queued, at: started, run },
        ]),
      );
    const refused = rows.filter(({ fate }) => fate === 'refused');
    const kept = replace ? [] : replacing;
    const exitCode = refused.length + kept.length > 0 ? EXIT.refused : EXIT.done;
    const count = (...fates: AdoptRow['fate'][]) => wanted.filter(({ fate }) => fates.includes(fate)).length;
    const counts = {
      read: rows.length,
      adopted: count('new'),
      replaced: count('older', 'replaces'),
      unchanged: rows.filter(({ fate }) => fate === 'unchanged').length,
      kept: kept.length,
      refused: refused.length,
    };
    if (wanted.length > 0)
      putRun(store, {
        id: run,
        state: 'completed',
        user: host.system.user,
        host: host.system.hostname,
        profile: target.profile,
        environment: target.environment,
        target: target.address,
        targetKey: target.key,
        shard: null,
        files: input.files.map(({ path, bytes, rows, sha256 }) => ({ path, bytes, rows, sha256 })),
        command: ['returns', ...request.argv.map(shellWord)].join(' '),
        started,
        ended: host.clock.now(),
        exitCode,
        orders: { adopted: counts.adopted, replaced: counts.replaced, refused: counts.refused },
      });
    return {
      state: exitCode === EXIT.refused ? 'refused' : wanted.length > 0 ? 'adopted' : 'unchanged',
      exitCode,
      run: wanted.length > 0 ? run : null,
      counts,
      refused,
      kept,
    };
  } finally {
    for (const step of cleanUp) step();
  }
}
