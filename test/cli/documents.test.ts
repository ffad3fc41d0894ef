// What is a file to be used elsewhere is a document, too, with --json: it has a schema and is still what it is.
import { expect, test } from 'vitest';
import { COMMANDS } from '../../src/commands.ts';
import { run } from '../../src/main.ts';
import { testPlatform } from '../helpers/platform.ts';

async function document(...words: string[]): Promise<Record<string, unknown>> {
  const t = testPlatform();
  expect(await run([...words, '--json'], t.platform)).toBe(0);
  return JSON.parse(t.stdout());
}

test('the JSON Schema of a message', async () => {
  const { schema, ...rest } = await document('schema', 'order');
  expect(schema).toBe('json-schema/1');
  const t = testPlatform();
  await run(['schema', 'order'], t.platform);
  expect(JSON.parse(t.stdout())).toEqual(rest);
});

test('help is the tree of the commands, or the part that the words name', async () => {
  const help = (await document('help')) as { commands: { command: string; flags: { flag: string }[] }[] };
  expect(help).toMatchObject({ schema: 'help/1', version: expect.any(String) });
  expect(help.commands.map(({ command }) => command)).toEqual(COMMANDS.map(({ path }) => path));
  const upload = help.commands.find(({ command }) => command === 'orders upload');
  expect(upload).toMatchObject({
    arguments: [{ name: 'files', required: true, repeatable: true }],
    flags: expect.arrayContaining([
      expect.objectContaining({ flag: '--batch-size', value: '<n>', default: '50', rare: true }),
      expect.objectContaining({ flag: '--dry-run', value: null }),
      expect.objectContaining({ flag: '--fail-on', choices: ['any', 'new', 'none'] }),
    ]),
  });
  expect(help['exit_codes' as never]).toContainEqual(
    expect.objectContaining({ code: 75, name: 'unavailable' }),
  );
  for (const words of [
    ['orders', '--help'],
    ['help', 'orders'],
  ]) {
    const { commands } = (await document(...words)) as typeof help;
    expect(commands.map(({ command }) => command.split(' ')[0])).toEqual(commands.map(() => 'orders'));
    expect(commands.length).toBeGreaterThan(5);
  }
  expect(((await document('orders', 'upload', '--help')) as typeof help).commands).toEqual([upload]);
});

test('the template of orders is input as it is', async () => {
  const template = await document('orders', 'template');
  expect(template['schema']).toBe('orders-template/1');
  const t = testPlatform();
  t.file('template.json', JSON.stringify(template));
  expect(await run(['orders', 'check', 'template.json', '--json'], t.platform)).toBe(0);
  expect(JSON.parse(t.stdout())).toMatchObject({ orders: { pending: 2 }, warnings: [] });
});
