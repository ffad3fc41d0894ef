// The root certificates that are added to those of Node: --ca, RETURNS_CA or `ca` of the profile, and NODE_EXTRA_CA_CERTS.
import { givenText } from '../basics/secret.ts';
import type { Platform } from '../platform/platform.ts';
import { type Roots, readRoots } from '../storage/roots.ts';
import type { Resolved } from './resolve.ts';

/** @throws Failure exit 2 (the file), exit 6 (a block in it) */
export const rootsOfFile = async (platform: Platform, file: string): Promise<Roots> =>
  await readRoots(platform.net, givenText(platform, file, '--ca'), '--ca', file);

/**
 * The roots of NODE_EXTRA_CA_CERTS, which Node or src/platform/tls-options.ts adds: both leave out a block that they cannot read.
 * Of a file that is not there, Node itself warns. @throws Failure as above
 */
export async function extraRoots(platform: Platform): Promise<Roots | undefined> {
  const file = platform.env['NODE_EXTRA_CA_CERTS'];
  let text = '';
  try {
    if (file) text = givenText(platform, file, 'NODE_EXTRA_CA_CERTS');
  } catch {
    return undefined;
  }
  return text.trim() === '' ? undefined : await readRoots(platform.net, text, 'NODE_EXTRA_CA_CERTS', file);
}

/** PEM text of the additional roots. @throws Failure as above, before a connection is made */
export async function rootsText(platform: Platform, ca: Resolved['ca']): Promise<string | undefined> {
  await extraRoots(platform);
  return ca && (await rootsOfFile(platform, ca.value)).pem;
}
