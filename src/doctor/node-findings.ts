// Node's own variables and switches about TLS: none weakens what the program checks (src/platform/tls-options.ts), but who set
// one believes something else, and for other programs it counts.
import type { Failure } from '../basics/failure.ts';
import type { Platform } from '../platform/platform.ts';
import { bad, doubtful, type Finding, failed, good } from './findings.ts';

const WITHOUT_EFFECT = /^--(?:tls-min-v|tls-max-v|tls-cipher-list|use-openssl-ca)/;

/** `extraRoots`: why the file of NODE_EXTRA_CA_CERTS cannot be used. */
export function nodeFindings({ env }: Platform, extraRoots: Failure | undefined): readonly Finding[] {
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
  if (extraRoots) findings.push(failed(extraRoots));
  if (findings.length > 0) return findings;
  return [
    good(
      env['NODE_EXTRA_CA_CERTS']
        ? 'NODE_EXTRA_CA_CERTS adds its roots to those of Node'
        : 'no variable or switch of Node is set that is about TLS',
    ),
  ];
}
