// The work of `returns doctor`: asks every area in order, and counts.
import type { TargetFlags } from '../account/resolve.ts';
import { Failure } from '../basics/failure.ts';
import { redact } from '../basics/text.ts';
import type { Platform } from '../platform/platform.ts';
import type { Folders } from '../storage/folders.ts';
import { checkConnection } from './connection-checks.ts';
import { checksOf, type DoctorCheck, doubtful, hiddenIn } from './findings.ts';
import { checkReceiving } from './receiving-checks.ts';
import { checkSettings, type SettingsSeen } from './settings-checks.ts';
import { checkDisk, checkLedger } from './state-checks.ts';

export interface DoctorRequest {
  readonly flags: TargetFlags;
  /** The names of the environment that the tool reads. */
  readonly variables: readonly string[];
  /** Read every page and index of the ledger. */
  readonly integrity: boolean;
  /** Leave out what needs the network. */
  readonly offline: boolean;
  /** The public address that is to lead to this machine. */
  readonly probeUrl: string | undefined;
  /** Another port of the receiver than the default. */
  readonly port?: number;
}

export type DoctorReport = Awaited<ReturnType<typeof examine>>;

export async function examine(platform: Platform, folders: Folders, request: DoctorRequest) {
  const settings = await checkSettings(platform, folders, request.flags, request.variables);
  const checks = [...settings.checks, ...(await checkDisk(platform, folders))];
  checks.push(...checkLedger(platform, folders, request.integrity));
  if (!request.offline) {
    checks.push(...(await connectionOf(platform, folders, settings)));
  }
  const { target } = settings;
  const { port, probeUrl, offline } = request;
  const ca = await target?.ca();
  checks.push(...(await checkReceiving(platform, { port, probeUrl, ca })));
  const shown = hiddenIn(checks, redact);
  const counts = { ok: 0, warning: 0, failure: 0 };
  for (const { result } of shown) counts[result]++;
  return {
    /** Null when the settings cannot be read. */
    profile: settings.profile ?? null,
    environment: target?.environment ?? null,
    ...{ offline, counts, checks: shown },
  };
}

async function connectionOf(
  platform: Platform,
  folders: Folders,
  { target }: SettingsSeen,
): Promise<readonly DoctorCheck[]> {
  if (!target)
    return checksOf({
      'connection.sign-in': [
        doubtful(
          'not signed in, or the settings are not in order: the way to the service was not looked at',
          'Mend what is wrong with the settings, else run: returns login. With --profile local it is the sandbox on this machine (returns sandbox start).',
        ),
      ],
    });
  try {
    return await checkConnection(platform, folders, target);
  } catch (error) {
    // The cache folder holds the shared pace: one that is damaged, or on a network file system, ends every command that sends.
    if (!(error instanceof Failure)) throw error;
    return checksOf({ 'connection.sign-in': [doubtful(`not looked at: ${error.message}`, error.hint)] });
  }
}
