// Node's own variables and switches about TLS: none weakens what the program checks (src/platform/tls-options.ts), but who set
// one believes something else, and for other programs it counts.
import type { Platform } from '../platform/platform.ts';
import { bad, doubtful, type Finding, good } from './findings.ts';
import { extraRootsFindings } from './secret-findings.ts';

const WITHOUT_EFFECT = /^--(?:tls-min-v|tls-max-v|tls-cipher-list|use-openssl-ca)/;

export async function nodeFindings(platform: Platform): Promise<readonly Finding[]> {
  const { env } = platform;
  const findings: Finding[] = [];
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0')
    findings.push(
      bad(
        'NODE_TLS_REJECT_UNAUTHORIZED is 0: here certificates are checked all the same, but other programs of Node check none',
        'Unset it; for a certificate of your own authority give its root with --ca FILE.',
      ),
    );
  for (const word of (env['NODE_OPTIONS'] ?? '').split(/[\s"]+/))
    if (WITHOUT_EFFECT.test(word))
      findings.push(
        doubtful(
          `NODE_OPTIONS has ${word.replace(/=.*/, '')}, which has no effect here`,
          'Take it out of NODE_OPTIONS: connections are TLS 1.2 with the ciphers and roots of Node; --ca FILE adds roots.',
        ),
      );
  if (env['NODE_EXTRA_CA_CERTS']) findings.push(...(await extraRootsFindings(platform)));
  return findings.length > 0 ? findings : [good('no variable or switch of Node is set that is about TLS')];
}
