// Profiles on a real disk: no lost updates between processes, private files, the old state after a failed write.
import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { BUILT_IN, profileStore } from '../../src/storage/profiles.ts';
import { inForm } from '../helpers/form.ts';
import { environmentOf, type TestHostOptions, testPlatform } from '../helpers/platform.ts';
import { bundle, start } from '../helpers/program.ts';

const modeOf = (file: string) => fs.statSync(file).mode & 0o777;
const open = (options?: TestHostOptions) => {
  const world = testPlatform(options);
  return { ...world, store: profileStore(world.platform, world.folders) };
};

let writer: string;
beforeAll(async () => {
  writer = await bundle('test/storage/children/profile-writer.ts');
});

test('written profiles are read back, from private files in private folders', async () => {
  const { store, folders } = open();
  expect(store.read()).toEqual({ named: new Map() });
  await store.change((draft) => {
    draft.named.set('shop-1', { 'client-id': 'a', environment: 'sandbox' });
    draft.inUse = 'shop-1';
  });
  expect(store.read()).toEqual({
    inUse: 'shop-1',
    named: new Map([['shop-1', { 'client-id': 'a', environment: 'sandbox' }]]),
  });
  expect(modeOf(folders.config)).toBe(0o700);
  expect(modeOf(store.file)).toBe(0o600);
  expect(fs.readdirSync(folders.config)).toEqual(['profiles.json']);
});

test('reading creates no file and no folder', () => {
  const { store, folders } = open();
  store.read();
  expect(store.hasSecret('x')).toBe(false);
  expect(store.readSecret('x')).toBeUndefined();
  expect(fs.existsSync(folders.config)).toBe(false);
});

test('a secret has a separate private file, replaced only on commit', () => {
  const { store, folders, everyFile } = open();
  const file = path.join(folders.config, 'secrets', 'shop-1');
  const first = store.stageSecret('shop-1', 'canary-one');
  expect(store.hasSecret('shop-1')).toBe(false);
  first.commit();
  expect(store.readSecret('shop-1')).toBe('canary-one');
  expect(modeOf(file)).toBe(0o600);
  expect(modeOf(path.dirname(file))).toBe(0o700);
  const second = store.stageSecret('shop-1', 'canary-two');
  expect(store.readSecret('shop-1')).toBe('canary-one');
  second.discard();
  expect(
    everyFile()
      .filter(({ content }) => content.includes('canary'))
      .map((found) => found.path),
  ).toEqual(['config/secrets/shop-1']);
  // After a kill, a staged secret remains until the next sign-in: an old secret is nowhere after a new one came.
  store.stageSecret('shop-1', 'canary-killed');
  store.stageSecret('shop-2', 'canary-other');
  store.stageSecret('shop-1', 'canary-new').commit();
  expect(
    everyFile().flatMap(({ content }) => /canary-\w+/.exec(content)?.[0] ?? []),
    'what is kept',
  ).toEqual(expect.arrayContaining(['canary-new', 'canary-other']));
  expect(everyFile().filter(({ content }) => /canary-(?:one|killed)/.test(content))).toEqual([]);
  store.removeSecret('shop-2');
  // Removing the secret removes the staged one too.
  store.stageSecret('shop-1', 'canary-three');
  store.removeSecret('shop-1');
  expect(everyFile().filter(({ content }) => content.includes('canary'))).toEqual([]);
});

/** Of each process. */
const CHANGES = inForm({ short: 40, long: 200 });

test(`two processes with ${CHANGES} changes each lose none`, async () => {
  const { store, root } = open();
  const env = environmentOf(root);
  const both = [start(writer, ['one', `${CHANGES}`], env), start(writer, ['two', `${CHANGES}`], env)];
  for (const { done } of both) expect(await done).toMatchObject({ code: 0, stdout: '', stderr: '' });
  const names = [...store.read().named.keys()];
  expect(names).toHaveLength(2 * CHANGES);
  for (const who of ['one', 'two'])
    for (let i = 0; i < CHANGES; i++)
      expect(store.read().named.get(`${who}-${i}`)).toEqual({ 'client-id': `id-${who}-${i}` });
});

test.each([
  ['not JSON', '{"version":1,\n  "profiles": oops}', { line: 2 }],
  ['empty, as a full disk leaves it', '', { line: 1 }],
  ['of another version', '{"version":2,"profiles":{}}', {}],
  ['a profile that is no object', '{"version":1,"profiles":{"a":1}}', {}],
  ['a name that leaves the folder', '{"version":1,"profiles":{"../x":{}}}', {}],
  ['a name from the prototype', '{"version":1,"profiles":{"__proto__":{}}}', {}],
  ['the built-in name', `{"version":1,"profiles":{"${BUILT_IN}":{}}}`, {}],
])('a file that is %s is damage, exit 7, and is left as it is', async (_name, text, place) => {
  const { store, folders } = open();
  fs.mkdirSync(folders.config, { recursive: true });
  fs.writeFileSync(store.file, text);
  const expected = { code: 'state.profiles', exitCode: 7, place: { file: store.file, ...place } };
  expect(() => store.read()).toThrow(
    expect.objectContaining({ ...expected, place: expect.objectContaining(expected.place) }),
  );
  await expect(store.change(() => {})).rejects.toMatchObject({ code: 'state.profiles' });
  expect(fs.readFileSync(store.file, 'utf8')).toBe(text);
});

test('settings of a later version are preserved', async () => {
  const { store, folders } = open();
  fs.mkdirSync(folders.config, { recursive: true });
  fs.writeFileSync(store.file, '{"version":1,"profiles":{"a":{"colour":"blue"}}}');
  await store.change((draft) => void draft.named.set('b', {}));
  expect(store.read().named.get('a')).toEqual({ colour: 'blue' });
});

describe('when the disk refuses', () => {
  test('a write that stops half-way leaves the old profiles, exit 7', async () => {
    const { store, folders, platform } = open();
    await store.change((draft) => void draft.named.set('a', { 'client-id': 'old' }));
    const before = fs.readFileSync(store.file, 'utf8');
    // Simulates conf on a full disk: the file is shorter and no error is thrown.
    const broken = profileStore(
      {
        ...platform,
        settings: async (file) => {
          const real = await platform.settings(file);
          return {
            ...real,
            write(value) {
              real.write(value);
              fs.truncateSync(file, 10);
              real.read();
            },
          };
        },
      },
      folders,
    );
    await expect(broken.change((draft) => void draft.named.set('b', {}))).rejects.toMatchObject({
      exitCode: 7,
    });
    expect(fs.readFileSync(store.file, 'utf8')).toBe(before);
    expect(fs.readdirSync(folders.config)).toEqual(['profiles.json']);
    await store.change((draft) => void draft.named.set('c', {}));
    expect([...store.read().named.keys()]).toEqual(['a', 'c']);
  });

  test('no space for any write (a real limit of the system): exit 7, old profiles intact', async () => {
    const { store, root } = open();
    await store.change((draft) => void draft.named.set('a', { 'client-id': 'old' }));
    const before = fs.readFileSync(store.file, 'utf8');
    const full = await start(writer, ['b', '1'], environmentOf(root), {
      before: "trap '' XFSZ; ulimit -f 0",
    }).done;
    expect(full.code).toBe(7);
    expect(fs.readFileSync(store.file, 'utf8')).toBe(before);
    expect([...store.read().named.keys()]).toEqual(['a']);
  });

  test('a config folder that is a file: exit 7', async () => {
    const { store, folders } = open();
    fs.writeFileSync(folders.config, 'in the way');
    await expect(store.change(() => {})).rejects.toMatchObject({ exitCode: 7, code: 'state.unusable' });
    expect(() => store.stageSecret('a', 's3cret')).toThrow(expect.objectContaining({ exitCode: 7 }));
  });
});

test.each(['a', 'Shop.1', 'x_y-z', '0', 'default', 'a'.repeat(64)])('%s is a name', (name) => {
  expect(open().store.hasSecret(name)).toBe(false);
});

test.each(['', '.', '..', '-a', '_a', 'a/b', 'a b', 'é', '__proto__', 'a\n', 'a'.repeat(65)])(
  '%j is no name',
  (name) => {
    expect(() => open().store.hasSecret(name)).toThrow(expect.objectContaining({ exitCode: 2 }));
  },
);
