// Every flag of every command is given to the program itself by some test, not only to its parser.
import { expect, test } from 'vitest';
import { GLOBAL_FLAGS } from '../../src/cli/command.ts';
import { neverGiven } from './given-flags.ts';
import { loadCommands } from './surface.ts';

test('no flag of any command is without a test that gives it to the program', async () => {
  const commands = await loadCommands();
  const flags = new Map(
    commands.map(({ path, spec }) => [path, new Set((spec.flags ?? []).map(({ word }) => word))] as const),
  );
  expect(GLOBAL_FLAGS.length).toBeGreaterThan(5);
  expect(neverGiven(flags)).toEqual([]);
});
