// Flags: what does not compile, and what options follow from a declaration.
import { describe, expect, expectTypeOf, it } from 'vitest';
import { parseDuration } from '../../src/basics/units.ts';
import {
  type ArgsOf,
  countFrom,
  defineCommand,
  flag,
  type OptionsOf,
  optionsOf,
  without,
} from '../../src/cli/command.ts';

const SHARED = [
  flag('--format <format>', 'csv or json', { oneOf: ['csv', 'json'], initial: 'csv' }),
  flag('--dry-run', 'stop after the plan'),
];
const FLAGS = [
  ...SHARED,
  flag('--max-outage <duration>', 'patience', { initial: '15m', parse: parseDuration }),
  flag('--rate <n>', 'requests a minute', { otherwise: "the environment's limit" }),
  flag('--canary <n>', 'so many orders', { parse: countFrom(1) }),
  flag('--with <name=file>', 'a second file', { repeat: true }),
  flag('--retry <n>', 'waits', { repeat: true, parse: countFrom(0) }),
  flag('--no-inspect', 'no page'),
  flag('--map <file>', 'a mapping'),
];
type Options = OptionsOf<typeof FLAGS>;

describe('the options of a declaration', () => {
  it('have the names and the types of the flags', () => {
    expectTypeOf<Options>().toEqualTypeOf<{
      readonly format: 'csv' | 'json';
      readonly dryRun: boolean;
      readonly maxOutage: number;
      readonly rate: string | undefined;
      readonly canary: number | undefined;
      readonly with: readonly string[];
      readonly retry: readonly number[];
      readonly inspect: boolean;
      readonly map: string | undefined;
    }>();
    const rest = without(FLAGS, 'maxOutage', 'rate', 'canary', 'with', 'retry', 'inspect', 'map');
    expectTypeOf<OptionsOf<typeof rest>>().toEqualTypeOf<OptionsOf<typeof SHARED>>();
    expect(rest.map(({ name }) => name)).toEqual(['format', 'dryRun']);
  });

  it('are the defaults where nothing is given: the text of the help, parsed', () => {
    const options = optionsOf(FLAGS);
    expect(options).toEqual({
      ...{ format: 'csv', dryRun: false, maxOutage: 900_000, rate: undefined, canary: undefined },
      ...{ with: [], retry: [], inspect: true, map: undefined },
    });
  });
});

/** `npm run types` checks these, too. */
function argumentTypes() {
  expectTypeOf<ArgsOf<''>>().toEqualTypeOf<readonly []>();
  expectTypeOf<ArgsOf<'<id>'>>().toEqualTypeOf<readonly [string]>();
  expectTypeOf<ArgsOf<'[asn-number] [file]'>>().toEqualTypeOf<readonly [string?, string?]>();
  expectTypeOf<ArgsOf<'<files...>'>>().toEqualTypeOf<readonly [string, ...string[]]>();
  expectTypeOf<ArgsOf<'<id> [others...]'>>().toEqualTypeOf<readonly [string, ...string[]]>();
}

/** Never called: `npm run types` checks it. */
function doesNotCompile() {
  defineCommand({
    args: '<id>',
    flags: FLAGS,
    examples: [],
    async run(_context, [id], options, isGiven) {
      expectTypeOf(id).toEqualTypeOf<string>();
      // @ts-expect-error: a misspelt flag
      options.maxOutgae;
      // @ts-expect-error: a misspelt flag
      isGiven('maxOutgae');
      // @ts-expect-error: a flag of another command
      options.force;
      return 0;
    },
  });
  // @ts-expect-error: a misspelt flag is left out
  without(FLAGS, 'maxOutgae');
  // @ts-expect-error: a default stated twice, once for the help and once to be applied
  flag('--limit <n>', 'how many', { parse: countFrom(1), initial: '20', otherwise: '20' });
  // @ts-expect-error: a list has its default already: it is empty
  flag('--with <file>', 'files', { repeat: true, initial: 'a.csv' });
  // @ts-expect-error: a switch has its default already: it is off
  flag('--dry-run', 'stop', { initial: 'true' });
  // @ts-expect-error: a default that the flag itself does not take
  flag('--format <format>', 'csv or json', { oneOf: ['csv', 'json'], initial: 'xml' });
  // @ts-expect-error: a misspelt detail
  flag('--limit <n>', 'how many', { parse: countFrom(1), intial: '20' });
  // @ts-expect-error: a flag begins with two dashes
  flag('-l <n>', 'how many');
}

// `npm run types` is what fails: nothing of it runs.
void [argumentTypes, doesNotCompile];
