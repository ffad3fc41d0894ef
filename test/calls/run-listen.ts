// Runs `returns listen` in this process: its url, its output, and how to end it.
import type { ExitCode } from '../../src/basics/exit-codes.ts';
import { run } from '../../src/main.ts';
import { until } from '../helpers/cli.ts';
import { type TestHostOptions, type TestPlatform, testPlatform } from '../helpers/platform.ts';

export interface Listen {
  readonly here: TestPlatform;
  readonly url: string;
  /** NDJSON on stdout so far. */
  lines(): Record<string, unknown>[];
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  /** Ctrl-C. */
  interrupt(): void;
  readonly done: Promise<ExitCode>;
}

export const linesOf = (here: TestPlatform): Record<string, unknown>[] =>
  here
    .stdout()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** Starts it and waits for the ready line; rejects when it ends before. */
export async function startListen(
  args: readonly string[],
  { prepare, ...options }: TestHostOptions & { readonly prepare?: (here: TestPlatform) => void } = {},
): Promise<Listen> {
  const hearers = new Set<(signal: 'SIGINT') => void>();
  const here = testPlatform({
    ...options,
    system: {
      ...options.system,
      onSignal(listener) {
        hearers.add(listener);
        return () => void hearers.delete(listener);
      },
    },
  });
  prepare?.(here);
  let ended = false;
  const done = run(['listen', '--port', '0', '--json', ...args], here.platform).finally(() => {
    ended = true;
  });
  await until(() => ended || here.stdout().includes('"type":"ready"'), 'the ready line');
  const url = String(linesOf(here)[0]?.['url']);
  return {
    here,
    url,
    lines: () => linesOf(here),
    post: (path, body, headers) =>
      fetch(`${url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    interrupt() {
      for (const hearer of [...hearers]) hearer('SIGINT');
    },
    done,
  };
}

/** Runs a command line that ends without a signal. */
export async function runListen(
  args: readonly string[],
  options: TestHostOptions = {},
  given?: TestPlatform,
) {
  const here = given ?? testPlatform(options);
  const code = await run(['listen', '--port', '0', ...args], here.platform);
  return { code, here, stdout: here.stdout(), stderr: here.stderr() };
}
