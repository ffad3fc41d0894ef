// The work of `returns doctor`: asks every area in order, counts, and takes every secret out of what is said.
import type { TargetFlags } from '../account/resolve.ts';
import { Failure } from '../basics/failure.ts';
import { redact } from '../basics/text.ts';
import type { Platform } from '../platform/platform.ts';
import { secretRemover } from '../sending/token-request.ts';
import type { Folders } from '../storage/folders.ts';
import { checkConnection } from './connection-checks.ts';
import { checkDisk } from './disk-checks.ts';
import { checksOf, DOCTOR_AREAS, type DoctorArea, type DoctorCheck, doubtful, hiddenIn } from './findings.ts';
import { checkLedger } from './ledger-checks.ts';
import { permissionFindings } from './permission-findings.ts';
import { checkReceiving, type ReceivingPorts } from './receiving-checks.ts';
import { checkSettings, type SettingsSeen } from './settings-checks.ts';
import { versionChecks } from './version-findings.ts';

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
  readonly agent: string;
  /** Other ports than the defaults. */
  readonly ports?: ReceivingPorts;
}

export type DoctorReport = Awaited<ReturnType<typeof examine>>;

/** `looking` is called before each area. */
export async function examine(
  platform: Platform,
  folders: Folders,
  request: DoctorRequest,
  looking: (area: DoctorArea) => void = () => {},
) {
  // Before anything is opened: opening the ledger makes it private.
  const rights = checksOf(await permissionFindings(platform, folders));
  looking('versions');
  const versions = versionChecks((await platform.probes()).versions(), platform.clock.now());
  looking('settings');
  const settings = await checkSettings(platform, folders, request.flags, request.variables);
  looking('disk');
  const checks = [...versions, ...settings.checks, ...rights, ...(await checkDisk(platform, folders))];
  looking('ledger');
  checks.push(...checkLedger(platform, folders, request.integrity));
  if (!request.offline) {
    looking('connection');
    checks.push(...(await connectionOf(platform, folders, settings, request)));
  }
  looking('receiving');
  const { target } = settings;
  const { ports, probeUrl, offline } = request;
  const ca = await target?.ca();
  const publicUrl = offline ? undefined : probeUrl;
  checks.push(...(await checkReceiving(platform, { ports, probeUrl: publicUrl, ca })));
  const shown = hiddenIn(checks, hiding(platform));
  const counts = { ok: 0, warning: 0, failure: 0 };
  for (const { result } of shown) counts[result]++;
  return {
    /** Null when the settings cannot be read. */
    profile: settings.profile ?? null,
    environment: target?.environment ?? null,
    ...{ offline, counts, checks: inOrder(shown) },
  };
}

const areaOf = ({ id }: DoctorCheck): DoctorArea => id.slice(0, id.indexOf('.')) as DoctorArea;

const inOrder = (checks: readonly DoctorCheck[]): DoctorCheck[] =>
  DOCTOR_AREAS.flatMap((area) => checks.filter((one) => areaOf(one) === area));

async function connectionOf(
  platform: Platform,
  folders: Folders,
  { target, isBlank }: SettingsSeen,
  { agent }: DoctorRequest,
): Promise<readonly DoctorCheck[]> {
  if (!target) {
    const said = isBlank
      ? doubtful(
          'not signed in: the way to the service was not looked at',
          'Run: returns login. With --profile local it is the sandbox on this machine (returns sandbox start).',
        )
      : doubtful(
          'not looked at, because the settings are not in order',
          'Mend the settings first, then run the same command again.',
        );
    return checksOf({ 'connection.sign-in': [said] });
  }
  try {
    return await checkConnection(platform, folders, target, { agent });
  } catch (error) {
    // The cache folder holds the shared pace: one that is damaged, or on a network file system, ends every command that sends.
    if (!(error instanceof Failure)) throw error;
    return checksOf({ 'connection.sign-in': [doubtful(`not looked at: ${error.message}`, error.hint)] });
  }
}

/** What must never be shown, in every spelling: the login of the proxy, and a secret of the environment. */
function hiding({ env }: Platform): (text: string) => string {
  const proxies = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'].flatMap((name) => {
    const password = /:\/\/[^/@]*:([^/@]+)@/.exec(env[name] ?? '')?.[1];
    return password === undefined ? [] : [password, decoded(password)];
  });
  const own = env['RETURNS_CLIENT_SECRET'];
  const hide = secretRemover([...proxies, ...(own ? [own] : [])]);
  return (text) => redact(hide(text));
}

/** A text that is not percent-encoded in order stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
