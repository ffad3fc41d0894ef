// The entries of the library from outside: their names stay, their types compile for others, and the contract needs no Node.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, it, test } from 'vitest';
import { itLong } from '../helpers/form.ts';
import { temporaryFolder } from '../helpers/platform.ts';
import { compile, declaredNames, foreignProject } from './library-project.ts';
import { ROOT } from './shell.ts';

const ENTRIES = ['contract', 'receiver', 'sandbox'];

it.each(ENTRIES)('the names of returns-cli/%s are the pinned ones', async (entry) => {
  const names = declaredNames(entry);
  const values = Object.keys(await import(path.join(ROOT, 'dist', `${entry}.js`))).sort();
  expect(names.filter((name) => !name.startsWith('type '))).toEqual(values);
  // Wanted? npx vitest run test/docs/library-entries.test.ts --update
  await expect(`${names.join('\n')}\n`).toMatchFileSnapshot(`library-surface/${entry}.txt`);
});

test('every entry of package.json has types, and is pinned', () => {
  const { exports } = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  const { './package.json': _about, ...entries } = exports;
  expect(entries).toEqual(
    Object.fromEntries(
      ENTRIES.map((entry) => [
        `./${entry}`,
        { types: `./dist/types/${entry}/index.d.ts`, default: `./dist/${entry}.js` },
      ]),
    ),
  );
});

test('the types compile in a strict project that has neither zod nor the types of Node', () => {
  const project = foreignProject();
  const use = `
import { type Asn, type CallFinding, explainCode, judgeAsn, judgeOrder, type Judgement, messageSchema, type Order,
  type Rma, rmaStory, type RmaMemory, type TokenAnswer } from 'returns-cli/contract';
import { createReceiver, type ExchangeAnswer, type ExchangeOrder, type Received } from 'returns-cli/receiver';
import { RefusedAct, type RmaDocument, runScenarios, startSandbox } from 'returns-cli/sandbox';

export const judged: Judgement<Order> = judgeOrder('{}', { levels: { 'order.tags.many': 'off' }, now: new Date() });
export const cents: number | undefined = judged.message?.items[0]?.product_amount_cents;
export const carton: string | undefined = (judgeAsn({}, { version: 2 }).message as Asn | undefined)?.cartons[0]?.identifier;
export const codes: string[] = judged.findings.map(({ code }: CallFinding) => code);
export const title: string = explainCode('x')?.title ?? String(messageSchema('rma')['title']);
export const memory: RmaMemory | undefined = rmaStory().memory();
export const token = (answer: TokenAnswer): number => answer.expires_in;
const placed = new Map<string, ExchangeAnswer>();
export const place = (order: ExchangeOrder): ExchangeAnswer => placed.get(order.original_order_id ?? '')!;
export async function take(bytes: Uint8Array): Promise<Rma | undefined> {
  const receiver = await createReceiver({
    guard: { basic: { user: 'u', password: 'p' } },
    record: { stateDir: '/tmp/x' },
    onRma: async (rma, call) => void (call.isHandled || rma.items.map(({ sku }) => sku)),
    onVariants: (id) => [{ sku: id, title: '', unit_price_amount_cents: 1, quantity_in_stock: 1, attributes: [] }],
    onExchangeOrder: place,
  });
  const received: Received = await receiver.handle({ method: 'POST', url: '/rmas', headers: { a: ['b'] }, body: bytes });
  const status: number = received.answer.status;
  await receiver.close();
  if (received.kind === 'variants') return void received.variantIdentifier;
  return received.kind === 'rma' && status === 200 ? received.message : undefined;
}
export const stored: Promise<number> = startSandbox({ rateLimit: 'off' }).then((s) => s.orders().length);
export async function story(): Promise<RmaDocument> {
  const sandbox = await startSandbox({ clock: 'manual' });
  const { rma_identifier: rma } = await sandbox.startReturn({ order: 'A', lines: [{ line: 'L', units: 1 }] });
  const { now }: { readonly now: string } = await sandbox.clock.advance('2h');
  sandbox.deliveries.setOptions({ delay: now === '' ? 1000 : '1s' });
  return sandbox.carrier(rma, 'scan', { L: 1 });
}
export const tried = runScenarios('all', { customerUrl: 'http://127.0.0.1:1', retailerCan: ['variants'] }).then(
  ({ scenarios }) => scenarios.flatMap(({ checks }) => checks.map(({ evidence }): string => evidence)),
);
export const codeOf = (error: unknown): string => (error instanceof RefusedAct ? error.code : '');
`;
  fs.writeFileSync(path.join(project, 'use.ts'), use);
  const wrong: [string, string][] = [
    ['judgeOrder("").message?.total_amount_cent.toFixed()', "contract'"],
    ["judgeOrder('', { level: {} })", "contract'"],
    ['createReceiver({ onExchangeOrder: () => ({ order_identifier: 1 }) })', "receiver'"],
  ];
  for (const [index, [code, entry]] of wrong.entries()) {
    const name = /^\w+/.exec(code)![0];
    fs.writeFileSync(
      path.join(project, `wrong-${index}.ts`),
      `import { ${name} } from 'returns-cli/${entry};\n${code};\n`,
    );
  }
  const files = ['use.ts', ...wrong.map((_, index) => `wrong-${index}.ts`)];
  // Without skipLibCheck: each declaration by itself, too.
  const declared = fs
    .readdirSync(path.join(project, 'node_modules/returns-cli/dist/types'), {
      recursive: true,
      encoding: 'utf8',
    })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => path.join('node_modules/returns-cli/dist/types', file));
  const errors = compile(project, [...files, ...declared], ['--allowImportingTsExtensions']);
  // A further line of an error is indented.
  const places = errors.split('\n').filter((line) => /^\S/.test(line));
  expect([...new Set(places.map((line) => /^wrong-\d\.ts\(2,/.exec(line)?.[0] ?? line))]).toEqual(
    wrong.map((_, index) => `wrong-${index}.ts(2,`),
  );
});

itLong('the declarations of the messages that the build writes are the types of their shapes', () => {
  const project = temporaryFolder('returns-types-');
  const declared = path.join(ROOT, 'dist/types/contract/message-types.d.ts');
  const names = [...fs.readFileSync(declared, 'utf8').matchAll(/^export (?:interface|type) (\w+)/gm)];
  expect(names.length).toBeGreaterThan(20);
  const contract = path.join(ROOT, 'src/contract');
  // Index signatures make every key known: so the named ones are compared.
  const text = `
import type * as written from '${declared}';
import type * as shapes from '${contract}/message-types.ts';
import type { MessageName } from '${contract}/messages.ts';
import type { SchemaName } from '${contract}/library/reference.ts';
type Named<T> = keyof { [K in keyof T as string extends K ? never : K]: T[K] };
type Same<A, B> = [A, B, Named<A>, Named<B>] extends [B, A, Named<B>, Named<A>] ? true : false;
export const names: Same<SchemaName, MessageName> = true;
${names.map(([, name]) => `export const is${name}: Same<written.${name}, shapes.${name}> = true;`).join('\n')}
`;
  fs.writeFileSync(path.join(project, 'same.ts'), text);
  const node = ['--types', 'node', '--typeRoots', path.join(ROOT, 'node_modules/@types')];
  const lib = ['--lib', 'ES2023,ES2024.String'];
  const more = [
    '--allowImportingTsExtensions',
    '--exactOptionalPropertyTypes',
    '--skipLibCheck',
    ...lib,
    ...node,
  ];
  expect(compile(project, ['same.ts'], more)).toBe('');
});

test('the contract imports nothing, and works without Process and Buffer, and where no code may be made at run time', () => {
  const file = path.join(ROOT, 'dist', 'contract.js');
  expect(fs.readFileSync(file, 'utf8')).not.toMatch(
    /(?:^|[;}\n])import[\s{*"']|\bimport\(|\brequire\(|node:/,
  );
  const script = `
    delete globalThis.Buffer;
    Object.defineProperty(globalThis, 'process', { value: undefined });
    const { judgeRmaMessage, rmaStory, messageSchema, explainCode } = await import(${JSON.stringify(file)});
    const { good } = explainCode('rma.field.missing');
    console.log(judgeRmaMessage(JSON.stringify(good)).verdict, judgeRmaMessage(new Uint8Array([0xc3, 0x28])).verdict);
    console.log(rmaStory().add(good).anomaly, typeof messageSchema('asn').properties);
    console.log(judgeRmaMessage({}).findings.length > 3);`;
  for (const flags of [[], ['--disallow-code-generation-from-strings']]) {
    const ran = spawnSync(process.execPath, [...flags, '--input-type=module', '-e', script], {
      encoding: 'utf8',
    });
    expect(ran.stderr).toBe('');
    expect(ran.stdout).toBe('ok error\nnull object\ntrue\n');
  }
});

test('every entry can be required where Node can require ES modules', () => {
  const project = foreignProject();
  const script = ENTRIES.map(
    (entry) => `console.log(Object.keys(require('returns-cli/${entry}')).length > 0)`,
  );
  const ran = spawnSync(process.execPath, ['-e', script.join(';')], { cwd: project, encoding: 'utf8' });
  expect(ran.stdout, ran.stderr).toBe('true\ntrue\ntrue\n');
});
