// Judges the client secret and the own root certificates of the settings, without ever showing the secret.
import path from 'node:path';
import { extraRoots, rootsOfFile } from '../account/roots.ts';
import { type Resolved, readSecret } from '../account/settings.ts';
import { Failure, placeText } from '../basics/failure.ts';
import { quote, shellWord } from '../basics/text.ts';
import { plural } from '../basics/units.ts';
import type { Platform } from '../platform/platform.ts';
import type { ProfileStore } from '../storage/profiles.ts';
import { bad, doubtful, type Finding, good } from './findings.ts';
import { modeText } from './permission-findings.ts';
import { dayText } from './tls-findings.ts';

/**
 * Rights on a file of the user's own that are too many. That the group may read it is how a secret reaches a container:
 * Kubernetes gives it to root and the group of the pod (fsGroup), 0440.
 */
const READ = 0o007;
const CHANGED = 0o022;

export function secretFindings(platform: Platform, store: ProfileStore, resolved: Resolved): Finding[] {
  const { secret } = resolved;
  if (!secret) return [];
  // Both may ask a person: they are read when a token is needed (connection.sign-in), not to look at them.
  if (secret.from === 'keychain')
    return [good(`a client secret of profile ${resolved.profile.value}, in the keychain`)];
  if (secret.from === 'command')
    return [good(`client-secret-command of profile ${resolved.profile.value} prints the client secret`)];
  try {
    readSecret(platform, store, resolved);
  } catch (error) {
    return [ofFailure(error)];
  }
  const from = { built: 'built in', profile: `of profile ${resolved.profile.value}` };
  const where =
    secret.from === 'built-in'
      ? from.built
      : secret.from === 'profile'
        ? from.profile
        : `from ${secret.from}`;
  const findings: Finding[] = [good(`a client secret ${where}`)];
  if (secret.from === 'RETURNS_CLIENT_SECRET_FILE') findings.push(...fileFindings(platform));
  return findings;
}

function fileFindings(platform: Platform): Finding[] {
  const file = path.resolve(platform.cwd, platform.env['RETURNS_CLIENT_SECRET_FILE'] ?? '');
  const stat = platform.files.stat(file);
  if (stat?.kind !== 'file' || platform.system.platform === 'win32') return [];
  const isChanged = (stat.mode & CHANGED) !== 0;
  if (!isChanged && (stat.mode & READ) === 0) return [];
  return [
    doubtful(
      `${isChanged ? 'others than its owner can change' : 'others on this machine can read'} ${quote(file)} (mode ${modeText(stat.mode)})`,
      `Take that right away with: chmod 600 ${shellWord(file)} (for a mounted secret of Kubernetes: defaultMode 0440 with fsGroup).`,
    ),
  ];
}

/** Of the file of --ca. */
export async function rootsFindings(platform: Platform, { ca }: Resolved): Promise<Finding[]> {
  if (!ca) return [good("Node's own root certificates, no file of your own (--ca)")];
  const now = platform.clock.now();
  return await judged(async () => {
    const { certificates } = await rootsOfFile(platform, ca.value);
    const dated = certificates.flatMap((one) =>
      one.validTo <= now
        ? bad(
            `the root ${quote(one.subject)} in the file of --ca expired on ${dayText(one.validTo)}`,
            'Replace it by the one that is valid now, or take it out of the file.',
          )
        : [],
    );
    return [
      ...dated,
      good(`${plural(certificates.length, 'root certificate')} of your own, besides those of Node`),
    ];
  });
}

/** Of NODE_EXTRA_CA_CERTS, often all roots of a system, of which some may have expired. */
export const extraRootsFindings = (platform: Platform): Promise<Finding[]> =>
  judged(async () => {
    await extraRoots(platform);
    return [good('NODE_EXTRA_CA_CERTS adds its roots to those of Node')];
  });

async function judged(look: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await look();
  } catch (error) {
    return [ofFailure(error)];
  }
}

function ofFailure(error: unknown): Finding {
  if (!(error instanceof Failure)) throw error;
  const place = placeText(error.place);
  return bad(`${error.message}${place === '' ? '' : ` (${place})`}`, error.hint);
}
