// `asns create` from file to summary: opens what the run of ASNs needs.
import path from 'node:path';
import { limitOf } from '../account/connect.ts';
import { levelsIn } from '../account/level-flags.ts';
import type { Target } from '../account/settings.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { levelsDocument } from '../contract/levels.ts';
import { openRejects } from '../input/rejects.ts';
import type { Platform } from '../platform/platform.ts';
import { mappingRow } from '../runs/run.ts';
import { inSession } from '../runs/session.ts';
import { asnRecordsOf } from '../storage/asn-records.ts';
import { type Folders, rejectsFolder } from '../storage/folders.ts';
import { type AsnSource, openAsnSource } from './asn-input.ts';
import { createAsns } from './asn-run.ts';
import { ASNS } from './input/subject.ts';
import { InputIndex } from './input-index.ts';
import type { AsnSending } from './parts.ts';
import type { AsnPlan, EmitAsn } from './plan.ts';
import type { AsnSummary } from './summary.ts';

export interface CreateRun {
  readonly source: AsnSource;
  readonly target: Target;
  readonly sending: AsnSending;
  /** Path of the rejects; by default in the state folder. */
  readonly rejects?: string | undefined;
  readonly dryRun: boolean;
  readonly lockWaitMs: number;
  /** The command line as the user typed it. */
  readonly argv: readonly string[];
  readonly agent: string;
  readonly warn: (text: string) => void;
  confirm(plan: AsnPlan): Promise<boolean>;
}

export async function runCreate(
  platform: Platform,
  folders: Folders,
  request: CreateRun,
  emit: EmitAsn,
): Promise<AsnSummary> {
  const { target, source, sending } = request;
  const onInterrupt = () => emit({ type: 'interrupted' });
  return inSession(platform, folders, { ...request, onInterrupt }, async (session) => {
    const input = session.use(await openAsnSource(platform, folders, source, session.signal));
    const store = session.ledger();
    const levels = await levelsIn(source.levels, input.mapping);
    const { caller, ...line } = await session.connect(target, {
      agent: request.agent,
      warn: request.warn,
      connections: sending.concurrency ?? 64,
    });
    const run = session.begin(store, target, {
      kind: 'asns create',
      address: target.addresses.base,
      shard: null,
      levels: levelsDocument(levels),
      mapping: mappingRow(input.mapping),
      silent: request.dryRun,
      waits: true,
    });
    const rejects = request.rejects ?? path.join(rejectsFolder(folders), run.id, '/');
    const summary = await createAsns(
      {
        platform,
        input,
        checks: {
          crypto: platform.crypto,
          index: new InputIndex(platform.crypto),
          records: asnRecordsOf(platform, store, target.key),
          version: source.version,
          strict: source.strict,
          levels,
        },
        rejects: openRejects(platform, input, rejects, ASNS),
        plan: {
          profile: target.profile,
          environment: target.environment,
          target: target.addresses.base,
          limit: limitOf(target),
        },
        run: run.id,
        resume: session.command,
        emit,
        signal: session.signal,
      },
      {
        ...request,
        // Asked without the lock, so that other processes need not wait. Each ASN is compared with the
        // records again before it is sent.
        async confirm(plan) {
          if (!(await request.confirm(plan))) return false;
          await session.lockAsns(store, target, {
            waitMs: request.lockWaitMs,
            onWait: ({ pid, since }) => emit({ type: 'waiting', pid, since }),
          });
          run.begin();
          emit({ type: 'begun', run: run.id });
          return true;
        },
        transport: {
          ...line,
          post: ({ version }, body, token, signal) =>
            caller.call(ENDPOINTS.asnCreate, { body, token, signal, version: String(version) }),
        },
      },
    );
    return session.end(summary, { asns: summary.asns });
  });
}
