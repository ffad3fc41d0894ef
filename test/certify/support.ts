// Runs `returns certify --json` in this process, on files in a temporary folder, and answers by check.
import type { CertifyDocument } from '../../src/certify/certify.ts';
import { run } from '../../src/main.ts';
import { type TestHostOptions, testPlatform } from '../helpers/platform.ts';

export type CheckRow = CertifyDocument['checks'][number];

/** The orders of this area pass alone, without network and without a sign-in. */
export async function certified(
  files: Readonly<Record<string, string>>,
  argv: readonly string[],
  options: TestHostOptions = {},
) {
  const host = testPlatform(options);
  for (const [name, content] of Object.entries(files)) host.file(name, content);
  const code = await run(['certify', '--json', ...argv], host.platform);
  const document = JSON.parse(host.stdout()) as CertifyDocument & {
    readonly code?: string;
    readonly hint?: string;
  };
  const check = (id: string): CheckRow => {
    const row = document.checks.find((one) => one.id === id);
    if (!row) throw new Error(`no check ${id}`);
    return row;
  };
  const failedOf = (area: string) =>
    document.checks.filter((one) => one.area === area && one.result === 'failed').map(({ id }) => id);
  return { host, code, document, check, failedOf };
}

export const ndjson = (messages: readonly unknown[]): string =>
  messages.map((message) => `${JSON.stringify(message)}\n`).join('');
