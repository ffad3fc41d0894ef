// The sandbox's clock, shown and turned.
import { formatInstant } from '../../contract/time.ts';
import type { ClockDocument } from '../documents.ts';
import type { ActingService } from './acting-service.ts';
import { refusedAct } from './refused.ts';
import { durationOf, LAST_TIME, timeOf } from './times.ts';

/** A clock that is turned runs what is due on the way, each at its own time. Only a manual clock can be turned. */
export interface ClockActs {
  show(): ClockDocument;
  /** By ms, or by a text such as `2h`. */
  advance(by: number | string): Promise<ClockDocument>;
  /** To ms since the epoch, or to a text such as `2026-11-20T13:12:22Z`. */
  at(time: number | string): Promise<ClockDocument>;
  /** Until nothing is due any more. */
  runUntilIdle(): Promise<ClockDocument>;
}

export function makeClockActs(service: ActingService): ClockActs {
  const show = (ran: number): ClockDocument => {
    const { kind, clock, pending, ...rest } = state(service);
    return { schema: 'sandbox-clock/1', kind, now: formatInstant(clock.now()), ...rest, pending, ran };
  };
  const manual = () => {
    const { timeline } = service;
    if (timeline.kind === 'manual') return timeline;
    throw refusedAct(
      'clock.real',
      'The clock of this sandbox is the real one, which nobody can turn. Start it with: returns sandbox start --clock manual',
    );
  };
  return {
    show: () => show(0),
    async advance(by) {
      const timeline = manual();
      const time = timeline.clock.now() + durationOf(by, 'advance');
      return show(await timeline.advanceTo(Math.min(time, LAST_TIME)));
    },
    async at(given) {
      const timeline = manual();
      const time = timeOf(given, 'at');
      const now = timeline.clock.now();
      if (time < now)
        throw refusedAct(
          'clock.past',
          `The clock shows ${formatInstant(now)} and cannot go back to ${formatInstant(time)}.`,
        );
      return show(await timeline.advanceTo(time));
    },
    runUntilIdle: async () => show(await manual().runUntilIdle()),
  };
}

function state({ timeline }: ActingService) {
  const next = timeline.next();
  return {
    kind: timeline.kind,
    clock: timeline.clock,
    next: next === undefined ? null : formatInstant(next),
    pending: timeline.pending,
  };
}
