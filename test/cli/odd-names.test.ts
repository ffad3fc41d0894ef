// Names that every object of JavaScript has, and files nested too deeply for a parser: refused like any other mistake.
import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/main.ts';
import { testPlatform } from '../helpers/platform.ts';

const NAMES = ['constructor', 'toString', 'hasOwnProperty', '__proto__', 'valueOf'];

/** Commands that look a name up; the name stands in the place of NAME. */
const COMMANDS = [
  'schema NAME',
  'samples NAME',
  'explain NAME',
  'help NAME',
  'completion NAME',
  'mappings show NAME',
  'mappings path NAME',
  'agreements set NAME=1',
  'profile set NAME=1',
  'runs show NAME',
  'calls show NAME',
  'sandbox scenario run NAME',
  'sandbox scenario show NAME',
  'sandbox trigger NAME',
  'orders check - --level NAME=off',
  'orders check - --map NAME',
  'whoami --profile NAME',
];

describe.each(COMMANDS)('returns %s', (command) => {
  it.each(NAMES)('refuses %s with a usage or input error', async (name) => {
    const t = testPlatform({ stdin: '' });
    const code = await run(command.replace('NAME', name).split(' '), t.platform);
    expect([2, 4, 6], `${code} ${t.stdout()} ${t.stderr()}`).toContain(code);
    expect(t.stderr()).not.toContain('Internal error');
  });
});

it.each(['[', '{"a":', '{"answers":[', '[{"a":'])(
  'agreements of %j 100,000 times are damaged: exit 7',
  async (text) => {
    const t = testPlatform();
    t.platform.files.makeFolder(`${t.folders.config}/agreements`);
    fs.writeFileSync(`${t.folders.config}/agreements/default.json`, text.repeat(100_000));
    expect(await run(['agreements', 'list'], t.platform)).toBe(7);
    expect(t.stderr()).toMatch(/nested deeper than 64 levels/);
    expect(t.stderr()).toMatch(/do this/);
  },
);
