// One command line in the test's own process: files beside it, its exit code, what it said.
import { run } from '../../src/main.ts';
import { type TestHostOptions, testPlatform } from './platform.ts';

/** `root` in the options is a disk to come back to. */
export async function returns(
  line: readonly string[],
  options: TestHostOptions = {},
  files: Readonly<Record<string, unknown>> = {},
) {
  const here = testPlatform(options);
  for (const [name, content] of Object.entries(files))
    here.file(name, typeof content === 'string' ? content : JSON.stringify(content));
  const code = await run(line, here.platform);
  const document = () => JSON.parse(here.stdout()) as Record<string, unknown> & { [key: string]: never };
  return { code, root: here.root, stdout: here.stdout(), stderr: here.stderr(), document };
}
