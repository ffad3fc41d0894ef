// The timeline: what is due runs in order and at its own time, on a manual clock and on the real one.

import { describe, expect, test } from 'vitest';
import { realClock } from '../../../src/platform/node-platform.ts';
import { makeTimeline, type Timeline } from '../../../src/sandbox/clock/timeline.ts';
import { fakeClock } from '../../helpers/clock.ts';
import { makeHeld } from '../../helpers/held.ts';
import { fc } from '../../helpers/random.ts';

const START = Date.UTC(2026, 10, 20, 12);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Code that goes on through several functions before it does anything. */
async function someSteps(): Promise<void> {
  for (let i = 0; i < 20; i++) await undefined;
}

/** Lets everything run that does not wait for a socket, a file or a clock. */
const everythingElse = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('a manual clock', () => {
  const manual = () => makeTimeline('manual', realClock, START);
  /** A work that notes its name and the time. */
  const noted = (timeline: Timeline) => {
    const notes: string[] = [];
    const note = (name: string) => () => void notes.push(`${name} ${timeline.clock.now() - START}`);
    return { notes, note };
  };

  test('stands still, begins where it is told, and by default at the real time', async () => {
    const world = fakeClock(START);
    const timeline = makeTimeline('manual', world, START);
    await world.advance(HOUR);
    expect(timeline.clock.now()).toBe(START);
    expect(timeline.kind).toBe('manual');
    const clock = fakeClock(START + DAY);
    expect(makeTimeline('manual', clock).clock.now()).toBe(START + DAY);
  });

  test('runs each thing at its own time, by time and then as scheduled, also what is scheduled meanwhile', async () => {
    const timeline = manual();
    const { notes, note } = noted(timeline);
    timeline.at(START + 300, note('c'));
    timeline.at(START + 100, () => {
      note('a')();
      timeline.at(START + 200, note('b2'));
      timeline.at(START + 100, note('a2'));
      timeline.at(START + 50, note('past'));
    });
    timeline.at(START + 200, note('b1'));
    timeline.at(START + 400, note('later'));
    expect(timeline.next()).toBe(START + 100);
    expect(timeline.pending).toBe(4);
    expect(await timeline.advanceTo(START + 350)).toBe(6);
    expect(notes).toEqual(['a 100', 'past 100', 'a2 100', 'b1 200', 'b2 200', 'c 300']);
    expect(timeline.clock.now()).toBe(START + 350);
    expect(timeline.next()).toBe(START + 400);
    expect(timeline.pending).toBe(1);
  });

  test('waits for what a work returns, and for everything that is busy, before time goes on', async () => {
    const timeline = manual();
    const { notes, note } = noted(timeline);
    const own = makeHeld();
    const handed = makeHeld();
    timeline.at(START + 100, () => own.held.then(note('own')));
    timeline.at(START + 200, () => {
      void timeline.busy(handed.held).then(async () => {
        await someSteps();
        note('handed')();
        timeline.at(timeline.clock.now(), note('at once'));
      });
    });
    timeline.at(START + 300, note('last'));
    const advance = timeline.advanceTo(START + 300);
    await everythingElse();
    expect(notes).toEqual([]);
    own.release();
    await everythingElse();
    expect(notes).toEqual(['own 100']);
    handed.release();
    expect(await advance).toBe(4);
    expect(notes).toEqual(['own 100', 'handed 200', 'at once 200', 'last 300']);
  });

  test('what is due now runs without an advance, also while an advance waits', async () => {
    const timeline = manual();
    const { notes, note } = noted(timeline);
    timeline.at(START, note('now'));
    expect(notes).toEqual([]);
    await expect.poll(() => notes).toEqual(['now 0']);
    const slow = makeHeld();
    timeline.at(START + 100, () => void timeline.busy(slow.held));
    const advance = timeline.advanceTo(START + HOUR);
    await expect.poll(() => timeline.clock.now()).toBe(START + 100);
    timeline.at(START + 100, note('meanwhile'));
    await expect.poll(() => notes).toEqual(['now 0', 'meanwhile 100']);
    slow.release();
    await advance;
  });

  test('run-until-idle runs what becomes due, and ends at the last of it', async () => {
    const timeline = manual();
    const { notes, note } = noted(timeline);
    const again = (left: number) => {
      note(`again${left}`)();
      if (left > 0) timeline.at(timeline.clock.now() + HOUR, () => again(left - 1));
    };
    timeline.at(START + HOUR, () => again(2));
    expect(await timeline.runUntilIdle()).toBe(3);
    expect(notes).toEqual([`again2 ${HOUR}`, `again1 ${2 * HOUR}`, `again0 ${3 * HOUR}`]);
    expect(timeline.clock.now()).toBe(START + 3 * HOUR);
    expect(await timeline.runUntilIdle()).toBe(0);
  });

  test('when it stops, advances end, and nothing runs any more', async () => {
    const timeline = manual();
    const { notes, note } = noted(timeline);
    timeline.at(START + 200, note('never'));
    timeline.at(START + 100, () => timeline.stop());
    const advance = timeline.advanceTo(START + 300);
    expect(await advance).toBe(1);
    timeline.at(START, note('never'));
    await everythingElse();
    expect(notes).toEqual([]);
    expect(timeline.pending).toBe(0);
    expect(timeline.next()).toBeUndefined();
    expect(timeline.clock.now()).toBe(START + 100);
  });

  test('what a work throws goes to the caller of the advance, or to who wants it', async () => {
    const broken = () => {
      throw new Error('broken');
    };
    const timeline = manual();
    timeline.at(START + 100, broken);
    timeline.at(START + 200, async () => broken());
    await expect(timeline.advanceTo(START + 100)).rejects.toThrow('broken');
    await expect(timeline.advanceTo(START + 200)).rejects.toThrow('broken');
    const errors: unknown[] = [];
    const watched = makeTimeline('manual', realClock, START, (error) => void errors.push(error));
    watched.at(START + 100, broken);
    watched.at(START + 100, async () => broken());
    watched.at(START + 200, () => {});
    expect(await watched.advanceTo(START + 200)).toBe(3);
    expect(errors).toEqual([new Error('broken'), new Error('broken')]);
  });

  test('any times, with things taken back, run in the order of a stable sort', async () => {
    const things = fc.array(fc.record({ time: fc.integer({ min: 1, max: 30 }), isTaken: fc.boolean() }), {
      maxLength: 200,
    });
    await fc.assert(
      fc.asyncProperty(things, async (list) => {
        const timeline = manual();
        const seen: [number, number][] = [];
        const takers = list.map(({ time }, i) =>
          timeline.at(START + time, () => void seen.push([timeline.clock.now() - START, i])),
        );
        for (const [i, { isTaken }] of list.entries()) if (isTaken) takers[i]!();
        const wanted = list
          .map(({ time, isTaken }, i) => ({ time, isTaken, i }))
          .filter(({ isTaken }) => !isTaken)
          .sort((a, b) => a.time - b.time)
          .map(({ time, i }): [number, number] => [time, i]);
        expect(timeline.pending).toBe(wanted.length);
        expect(await timeline.runUntilIdle()).toBe(wanted.length);
        expect(seen).toEqual(wanted);
      }),
    );
  });
});

describe('the real clock', () => {
  test('has one timer, for the earliest', async () => {
    const clock = fakeClock(START);
    const timeline = makeTimeline('real', clock);
    const seen: string[] = [];
    const note = (name: string) => () => void seen.push(`${name} ${clock.now() - START}`);
    timeline.at(START + 3000, note('c'));
    timeline.at(START + 1000, note('a'));
    const takeBack = timeline.at(START + 1500, note('taken back'));
    timeline.at(START + 2000, note('b'));
    timeline.at(START - 5, note('past'));
    takeBack();
    expect(seen).toEqual([]);
    await clock.advance(0);
    expect(seen).toEqual(['past 0']);
    expect(clock.waiting).toBe(1);
    await clock.advance(2500);
    expect(seen).toEqual(['past 0', 'a 1000', 'b 2000']);
    expect(timeline.pending).toBe(1);
    expect(timeline.next()).toBe(START + 3000);
    await clock.advance(500);
    expect(seen).toHaveLength(4);
    expect(clock.waiting).toBe(0);
  });

  test('reaches what is further away than a timer of Node can wait', async () => {
    const clock = fakeClock(START);
    const timeline = makeTimeline('real', clock);
    let ranAt = 0;
    timeline.at(START + 30 * DAY, () => {
      ranAt = clock.now();
    });
    await clock.advance(30 * DAY - 1);
    expect(ranAt).toBe(0);
    await clock.advance(1);
    expect(ranAt).toBe(START + 30 * DAY);
    expect(Math.max(...clock.slept)).toBeLessThan(2 ** 31);
  });

  test('sees within a minute that the wall time was set', async () => {
    const clock = fakeClock(START);
    const timeline = makeTimeline('real', clock);
    let hasRun = false;
    timeline.at(START + 5 * HOUR, () => {
      hasRun = true;
    });
    clock.setWall(START + 5 * HOUR);
    await clock.advance(60_000);
    expect(hasRun).toBe(true);
  });

  test('does not wait for one thing before the next, and gives errors away', async () => {
    const clock = fakeClock(START);
    const errors: unknown[] = [];
    const timeline = makeTimeline('real', clock, undefined, (error) => void errors.push(error));
    let hasRun = false;
    timeline.at(START, () => new Promise(() => {}));
    timeline.at(START, async () => {
      throw new Error('broken');
    });
    timeline.at(START, () => {
      hasRun = true;
    });
    await clock.advance(1);
    expect(hasRun).toBe(true);
    expect(errors).toEqual([new Error('broken')]);
    expect(await timeline.busy(Promise.resolve(7))).toBe(7);
  });

  test('when it stops, nothing runs any more', async () => {
    const clock = fakeClock(START);
    const timeline = makeTimeline('real', clock);
    let hasRun = false;
    timeline.at(START + 10, () => {
      hasRun = true;
    });
    timeline.stop();
    await clock.advance(DAY);
    expect(hasRun).toBe(false);
    expect(clock.waiting).toBe(0);
  });
});
