// Every help page and the version as text, by the words that ask for them. The build stores them next to the bundle, so
// that help can be printed without loading the program.
import { COMMANDS, GROUPS } from '../commands.ts';
import { buildProgram, HELP_WIDTH } from './program.ts';
import { askedForHelp } from './usage.ts';

export async function helpPages(width = HELP_WIDTH, showsAll = false): Promise<Record<string, string>> {
  const pages: Record<string, string> = { '--version': await printed(['--version'], width, showsAll) };
  const words = ['', ...Object.keys(GROUPS), ...COMMANDS.map((entry) => entry.path)];
  for (const path of words) {
    const argv = [...path.split(' ').filter(Boolean), '--help'];
    pages[argv.join(' ')] = await printed(argv, width, showsAll);
  }
  return pages;
}

async function printed(argv: readonly string[], width: number, showsAll: boolean): Promise<string> {
  let text = '';
  const keep = (part: string) => {
    text += part;
  };
  const entry = COMMANDS.find(({ path }) => path === argv.slice(0, -1).join(' '));
  const loaded = entry && { entry, spec: await entry.load() };
  const act = () => Promise.reject(new Error('a page of help runs nothing'));
  const program = buildProgram(loaded, act, { out: keep, err: keep, width, showsAll });
  try {
    await program.parseAsync(argv as string[], { from: 'user' });
  } catch (error) {
    if (!askedForHelp(error)) throw error;
  }
  return text;
}
