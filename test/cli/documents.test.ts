// What is a file to be used elsewhere is a document, too, with --json: it has a schema and is still what it is.
import { expect, test } from 'vitest';
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

test('the template of orders is input as it is', async () => {
  const template = await document('orders', 'template');
  expect(template['schema']).toBe('orders-template/1');
  const t = testPlatform();
  t.file('template.json', JSON.stringify(template));
  expect(await run(['orders', 'check', 'template.json', '--json'], t.platform)).toBe(0);
  expect(JSON.parse(t.stdout())).toMatchObject({ orders: { pending: 2 }, warnings: [] });
});
