// A disk that fails at every kind of call on every file of a command: nothing is lost, nothing is reported that is not so.
import { describe, expect, test } from 'vitest';
import { canInject, canMount, type Fault, isSteady, someOfEach } from '../helpers/broken-disk.ts';
import {
  faultAt,
  loginScenario,
  type Scenario,
  type Trouble,
  tryAll,
  uploadScenario,
  withDisk,
} from '../helpers/disk-cases.ts';
import { asnScenario, listenScenario, runsScenario } from '../helpers/disk-more-cases.ts';

const injectable = canInject ? test : test.skip;
const mountable = canMount ? test : test.skip;

async function expectAll(
  name: string,
  how: string,
  scenarios: readonly Scenario[],
  troubles: readonly Trouble[],
): Promise<void> {
  const { broken, ...figures } = await tryAll(scenarios, troubles);
  process.stdout.write(`${name}, ${how}: ${JSON.stringify({ ...figures, broken: broken.length })}\n`);
  expect(broken.join('\n\n')).toBe('');
  // A receiver goes on: what it cannot record it answers 500.
  if (name !== 'listen') expect(figures.codes['7'] ?? 0).toBeGreaterThan(0);
}

/** Two disks at a time: the machine has at least two cores. */
const onTwoDisks = (
  mounted: boolean,
  make: (folder: string) => Promise<Scenario>,
  work: (scenarios: readonly [Scenario, Scenario]) => Promise<void>,
) =>
  withDisk(mounted, (one) =>
    withDisk(mounted, async (two) => {
      await work([await make(one), await make(two)]);
    }),
  );

/** Which calls can fail in which way: every one with EIO, those that need room, those that change a folder or a file. */
const FAULTS = [
  ['EIO', 'once', /./],
  ['EIO', 'from there on', /./],
  ['ENOSPC', 'once', /^(write|pwrite|ftruncate|mkdir|rename|openat)/],
  ['EROFS', 'once', /^(openat|mkdir|unlink|rename|ftruncate|fchmod|chmod)/],
] as const satisfies readonly (readonly [Fault['error'], string, RegExp])[];

/** Of the calls of one kind on one file so many are tried. */
const MOST = 5;

/** Every command that is tried with every fault. */
const COMMANDS: readonly (readonly [name: string, make: (folder: string) => Promise<Scenario>])[] = [
  ['upload', uploadScenario],
  ['ASNs', asnScenario],
  ['login', loginScenario],
  ['listen', listenScenario],
  ['runs list', runsScenario],
];

describe.each(COMMANDS)('%s', (name, make) => {
  injectable.each(FAULTS)('%s %s, on every file of ours (needs strace)', async (error, how, calls) => {
    await onTwoDisks(false, make, async (scenarios) => {
      const all = await scenarios[0].points();
      await scenarios[1].points();
      expect(all.length).toBeGreaterThan(20);
      // A fault for good on a file whose name is not known beforehand would hit Node's own files, too.
      const points = someOfEach(all, MOST).filter(
        (point) => calls.test(point.call) && (how === 'once' || isSteady(point)),
      );
      const troubles = points.map((point) => faultAt(point, error, how === 'from there on'));
      await expectAll(name, `${error} ${how}`, scenarios, troubles);
    });
  });

  mountable('every amount of room left on a full disk (needs to mount)', async () => {
    await onTwoDisks(true, make, async (scenarios) => {
      const troubles = Array.from({ length: 48 }, (_, pages): Trouble => ({ kind: 'room', pages }));
      await expectAll(name, 'full disk', scenarios, troubles);
    });
  });

  test.skipIf(process.platform === 'win32')('every limit on the size of files', async () => {
    await onTwoDisks(false, make, async (scenarios) => {
      const blocks = [0, 1, 2, 3, 4, ...Array.from({ length: 30 }, (_, n) => 8 + 4 * n)];
      const troubles = blocks.map((count): Trouble => ({ kind: 'size', bytes: count * 512 }));
      await expectAll(name, 'file size', scenarios, troubles);
    });
  });
});
