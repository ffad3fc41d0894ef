// `asns create` from file to summary: records, connection, lock, run record around the creating itself.
import path from 'node:path';
import { connect, limitOf } from '../account/connect.ts';
import type { Target } from '../account/settings.ts';
import { EXIT } from '../basics/exit.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { levelsDocument } from '../contract/levels.ts';
import { levelsIn } from '../input/mapped-levels.ts';
import { openRejects } from '../input/rejects.ts';
import type { Host } from '../platform/platform.ts';
import { interruption } from '../runs/interruption.ts';
import { beginRun, commandOf, everyStep } from '../runs/run.ts';
import { noRequests } from '../sending/counts.ts';
import { asnRecordsOf } from '../storage/asn-records.ts';
import type { Folders } from '../storage/folders.ts';
import { openLedgerStore } from '../storage/ledger.ts';
import { asnLock, takeLock } from '../storage/locks.ts';
import { type AsnSource, openAsnSource } from './asn-input.ts';
import { createAsns } from './create.ts';
import type { EmitAsn } from './events.ts';
import { ASNS } from './input/subject.ts';
import { InputIndex } from './input-index.ts';
import type { AsnSending } from './parts.ts';
import type { AsnPlan } from './plan.ts';
import type { AsnSummary } from './summary.ts';

export interface CreateAsnsJourney {
  readonly source: AsnSource;
  readonly target: Target;
  readonly sending: AsnSending;
  /** Where refused ASNs go; a place of its own in the state dir when not given. */
  readonly rejects?: string | undefined;
  readonly dryRun: boolean;
  readonly lockWaitMs: number;
  /** The command line as given. */
  readonly argv: readonly string[];
  readonly agent: string;
  readonly warn: (text: string) => void;
  confirm(plan: AsnPlan): Promise<boolean>;
}

export async function createAsnsJourney(
  host: Host,
  folders: Folders,
  request: CreateAsnsJourney,
  emit: EmitAsn,
): Promise<AsnSummary> {
  const { target, source } = request;
  const command = commandOf(request.argv);
  const stop = interruption(host, () => emit({ type: 'interrupted' }));
  const cleanUp: (() => void | Promise<void>)[] = [stop.release];
  try {
    const input = await openAsnSource(host, folders, source, stop);
    cleanUp.unshift(() => input.close());
    const store = openLedgerStore(host, folders);
    cleanUp.unshift(() => store.close());
    const levels = levelsIn(source.levels, input.mapping);
    const counts = noRequests();
    const connection = await connect(host, folders, target, {
      agent: request.agent,
      warn: request.warn,
      connections: request.sending.concurrency ?? 64,
      onTokenCall: () => {
        counts.tokens++;
        counts.total++;
      },
    });
    cleanUp.unshift(() => connection.close());
    const run = beginRun(host, store, target, {
      kind: 'asns create',
      address: target.addresses.base,
      shard: null,
      command,
      levels: levelsDocument(levels),
      silent: request.dryRun,
      waits: true,
    });
    const lockUp = async () => {
      const lock = await takeLock(host, store, asnLock(target), {
        purpose: `ASNs of ${target.environment} (profile ${target.profile})`,
        command,
        waitMs: request.lockWaitMs,
        signal: stop.signal,
        onWait: ({ pid, since }) => emit({ type: 'waiting', pid, since }),
      });
      cleanUp.unshift(() => lock.release());
      run.begin();
    };
    const rejects = request.rejects ?? path.join(folders.state, 'rejects', run.id, '/');
    try {
      const summary = await createAsns(
        {
          host,
          input,
          judge: {
            crypto: host.crypto,
            index: new InputIndex(host.crypto),
            records: asnRecordsOf(host, store, target.key),
            version: source.version,
            strict: source.strict,
            levels,
          },
          rejects: openRejects(host, input, rejects, ASNS),
          plan: {
            profile: target.profile,
            environment: target.environment,
            target: target.addresses.base,
            limit: limitOf(target),
          },
          run: run.id,
          resume: command,
          emit,
          signal: stop.signal,
        },
        {
          ...request,
          // Nobody else has to wait while a person thinks: what changed meanwhile is seen when each ASN is judged again.
          async confirm(plan) {
            if (!(await request.confirm(plan))) return false;
            await lockUp();
            return true;
          },
          line: {
            tokens: connection.tokens,
            pacer: connection.pacer,
            counts,
            post: ({ version }, body, token, signal) =>
              connection.caller.call(ENDPOINTS.asnCreate, {
                body,
                token,
                signal,
                version: String(version),
              }),
          },
        },
      );
      const final: AsnSummary = {
        ...summary,
        ...(summary.exit_code === EXIT.interrupted && { exit_code: stop.exitCode() }),
      };
      return run.endWith(final, { asns: final.asns });
    } catch (error) {
      run.endFailed(error);
      throw error;
    }
  } finally {
    await everyStep(cleanUp);
  }
}
