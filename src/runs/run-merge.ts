// `runs merge DIR... --into DIR`: opens the ledgers, and merges one after the other under the locks of the targets.
import path from 'node:path';
import { Failure, inputFailure, stateFailure, usageFailure } from '../basics/failure.ts';
import { quote } from '../basics/text.ts';
import { spoolFolder, spoolPlace, sweepSpools } from '../input/spool-place.ts';
import type { Database, Platform } from '../platform/platform.ts';
import type { Folders } from '../storage/folders.ts';
import { ledgerPath, openLedgerCopy } from '../storage/ledger.ts';
import { asnLock, isAtWork, takeLock, uploadLock } from '../storage/locks.ts';
import { LedgerMerge, targetsIn } from '../storage/merge-ledgers.ts';
import { inSession, type Session } from './session.ts';

export type MergedLedgers = Awaited<ReturnType<typeof mergeLedgers>>;

const INTERRUPTED = {
  message: 'Interrupted while ledgers were merged: what was merged stays',
  hint: 'Run the same command again: it goes on.',
};

/** @throws Failure exit 2 or 6 when these ledgers cannot be merged, 7 for a damaged or locked one */
export async function mergeLedgers(
  platform: Platform,
  folders: Folders,
  given: readonly string[],
  request: { readonly into: string; readonly argv: readonly string[]; readonly lockWaitMs: number },
) {
  const state = path.resolve(platform.cwd, request.into);
  const sources = given.map((name) => ({ name, file: ledgerIn(platform, name) }));
  const target = ledgerPath({ ...folders, state });
  const own = sources.find(({ file }) => platform.files.realPath(file) === platform.files.realPath(target));
  if (own)
    throw usageFailure('usage.conflict', `${quote(own.name)} is the folder that the others go into`, {
      hint: 'Name it once, as --into.',
    });
  const options = { argv: request.argv, interrupted: INTERRUPTED };
  return inSession(platform, { ...folders, state }, options, async (session) => {
    const into = session.ledger();
    const opened = sources.map(({ name, file }) => ({
      name,
      file,
      store: openCopy(platform, session, file),
    }));
    checkTargets([...opened, { name: request.into, store: into }]);
    const keys = new Set(opened.flatMap(({ store }) => targetsIn(store).map(({ key }) => key)));
    for (const key of keys)
      for (const lock of [uploadLock({ key }, null), asnLock({ key })]) {
        const purpose = 'merging ledgers';
        const { command, signal } = session;
        const wait = { waitMs: request.lockWaitMs, purpose, command, signal };
        const taken = await takeLock(platform, into, lock, wait);
        session.use({ close: () => taken.release() });
      }
    const merge = new LedgerMerge(platform, into, session.signal);
    for (const { store, file } of opened) merge.take(store, (run) => isAtWork(platform, file, run));
    const { counts, contradictions } = merge;
    const targets = targetsIn(into).map(({ name }) => name);
    // `into`: the file that knows everything now.
    return { into: target, ledgers: given, targets, counts, contradictions };
  });
}

/** A state folder, or a ledger that `runs export` wrote. */
function ledgerIn({ files, cwd }: Platform, name: string): string {
  const full = path.resolve(cwd, name);
  const file = files.stat(full)?.kind === 'directory' ? path.join(full, 'ledger.db') : full;
  if (files.stat(file)?.kind === 'file') return file;
  throw inputFailure('input.file.missing', `There is no ledger in ${quote(name)}`, {
    place: { file: name },
    expected: 'a state folder (--state-dir) with a ledger.db, or a file of returns runs export',
    hint: 'Copy the state folder of each machine here, or mount it.',
  });
}

/** A source is only read: what is brought to our version is a copy, which the next run removes after a kill. */
function openCopy(platform: Platform, session: Session, file: string): Database {
  const spools = spoolFolder(session.folders);
  sweepSpools(platform, spools);
  const place = spoolPlace(platform, spools);
  session.use({ close: () => place.remove() });
  platform.files.makeFolder(place.path);
  try {
    return session.use(openLedgerCopy(platform, file, path.join(place.path, 'ledger.db')));
  } catch (error) {
    if (!(error instanceof Failure) || !['state.damaged', 'state.foreign'].includes(error.code)) throw error;
    throw stateFailure(error.code, error.message, {
      hint: 'Copy the ledger again from its machine, with: returns runs export FILE; nothing was merged.',
      cause: error,
    });
  }
}

/** Ledgers of different targets have nothing to do with each other: probably one was named by mistake. */
function checkTargets(ledgers: readonly { readonly name: string; readonly store: Database }[]): void {
  const [first, ...others] = ledgers
    .map(({ name, store }) => ({ name, targets: targetsIn(store) }))
    .filter(({ targets }) => targets.length > 0);
  for (const other of others) {
    if (other.targets.some(({ key }) => first!.targets.some((one) => one.key === key))) continue;
    throw inputFailure(
      'runs.merge.target',
      `${quote(other.name)} is of another target than ${quote(first!.name)}`,
      {
        place: { file: other.name },
        expected: first!.targets.map(({ name }) => name).join(', '),
        found: other.targets.map(({ name }) => name).join(', '),
        hint: 'Merge ledgers of one address and client id; nothing was changed.',
      },
    );
  }
}
