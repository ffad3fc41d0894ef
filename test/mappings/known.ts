// What the tests of mappings by name share: a disk with the Shopify sample and a mapping that was remembered for it.
import fs from 'node:fs';
import path from 'node:path';
import { run } from '../../src/main.ts';
import { fingerprintOf, rememberMapping } from '../../src/storage/mappings.ts';
import { type TestHostOptions, testPlatform } from '../helpers/platform.ts';

const SAMPLES = path.resolve(import.meta.dirname, '../../samples');
export const sampleText = (name: string): string => fs.readFileSync(path.join(SAMPLES, name), 'utf8');

export const EXPORT = sampleText('exports/shopify-orders.csv');
export const COLUMNS = EXPORT.slice(0, EXPORT.indexOf('\n')).trimEnd().split(',');
export const MAPPING = JSON.parse(sampleText('mappings/shopify-orders.json')) as Record<string, unknown>;

/** The commands in this process. */
export function desk(options: TestHostOptions = {}) {
  const test = testPlatform(options);
  const { platform, folders, root } = test;
  const call = async (args: readonly string[], more: TestHostOptions = {}) => {
    const here = testPlatform({ ...options, ...more, root });
    const exit = await run(args, here.platform);
    return { exit, stdout: here.stdout(), stderr: here.stderr() };
  };
  test.file('export.csv', EXPORT);
  return {
    ...test,
    folder: path.join(folders.config, 'mappings'),
    run: call,
    async json<T = Record<string, unknown>>(args: readonly string[], more?: TestHostOptions) {
      const { exit, stdout, stderr } = await call([...args, '--json'], more);
      return { ...(JSON.parse(stdout) as T), exit, stderr };
    },
    async remember(name: string, columns: readonly string[] = COLUMNS, mapping = MAPPING, file?: string) {
      const text = `${JSON.stringify(mapping, null, 2)}\n`;
      return (await rememberMapping(platform, folders, { name, columns, text, file })).name;
    },
    /** As an older program kept it, also under a name that now is one of a shipped mapping. */
    old(name: string, mapping: typeof MAPPING = MAPPING, columns: readonly string[] = COLUMNS) {
      const fingerprint = fingerprintOf(platform, columns);
      const rest = { fingerprint, columns, saved_at: '2026-03-01T10:00:00.000Z', mapping };
      this.damage(name, JSON.stringify({ schema: 'remembered-mapping/1', name, ...rest }));
    },
    /** A file in place of a remembered mapping. */
    damage(name: string, text = '{"schema":') {
      fs.mkdirSync(path.join(folders.config, 'mappings'), { recursive: true, mode: 0o700 });
      fs.writeFileSync(path.join(folders.config, 'mappings', `${name}.json`), text);
    },
    /** What is left of copies of the input. */
    spooled: () =>
      test.everyFile().flatMap(({ path: file }) => (file.startsWith('state/spool/') ? [file] : [])),
  };
}
