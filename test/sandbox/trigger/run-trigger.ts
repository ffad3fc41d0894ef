// Runs `returns trigger` in this process, and reads its document.
import { run } from '../../../src/main.ts';
import type { TriggerDocument } from '../../../src/sandbox/commands/trigger.ts';
import { type TestHostOptions, testPlatform } from '../../helpers/platform.ts';

interface TriggerOptions extends TestHostOptions {
  readonly files?: Readonly<Record<string, string>>;
}

export async function runTrigger(args: readonly string[], { files = {}, ...options }: TriggerOptions = {}) {
  const here = testPlatform(options);
  for (const [name, content] of Object.entries(files)) here.file(name, content);
  const code = await run(['trigger', ...args], here.platform);
  return { code, stdout: here.stdout(), stderr: here.stderr() };
}

/** What the life cycle makes of a name, without sending it. */
export async function bodiesOf(args: readonly string[], options: TriggerOptions = {}) {
  const { code, stdout, stderr } = await runTrigger([...args, '--print', '--json'], options);
  if (code !== 0) throw new Error(`exit ${code}: ${stdout}${stderr}`);
  const { messages } = JSON.parse(stdout) as TriggerDocument;
  return messages.map(({ body }) => body as Record<string, never> | null);
}
