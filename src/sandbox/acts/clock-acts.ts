// The sandbox's clock, shown and turned, and how durations and points in time are given to it.
import { inputFailure } from '../../basics/failure.ts';
import { quote } from '../../basics/text.ts';
import { parseDuration } from '../../basics/units.ts';
import { formatInstant, parseInstant } from '../../contract/time.ts';
import type { ClockDocument } from '../documents.ts';
import type { Service } from '../intake/service.ts';
import { refusedAct } from './refused.ts';

/** A clock that is turned runs what is due on the way, each at its own time. Only a manual clock can be turned. */
export function makeClockActs(service: Service) {
  const show = (ran: number): ClockDocument => {
    const { kind, clock, pending, next } = service.timeline;
    const time = next();
    const due = time === undefined ? null : formatInstant(time);
    return { schema: 'sandbox-clock/1', kind, now: formatInstant(clock.now()), next: due, pending, ran };
  };
  const manual = () => {
    const { timeline } = service;
    if (timeline.kind === 'manual') return timeline;
    throw refusedAct(
      'clock.real',
      'The clock of this sandbox is the real one, which nobody can turn. Start it with: returns sandbox start --clock manual',
    );
  };
  const turned = async (move: Promise<number>): Promise<ClockDocument> => {
    const ran = await move;
    service.keepClock();
    return show(ran);
  };
  return {
    show: (): ClockDocument => show(0),
    /** By ms, or by a text such as `2h`. */
    async advance(by: number | string): Promise<ClockDocument> {
      const timeline = manual();
      const ms = durationOf(by, 'advance');
      return turned(timeline.advanceTo((now) => Math.min(now + ms, LAST_TIME)));
    },
    /** To ms since the epoch, or to a text such as `2026-11-20T13:12:22Z`. */
    async at(given: number | string): Promise<ClockDocument> {
      const timeline = manual();
      const time = timeOf(given, 'at');
      const goal = (now: number) => {
        if (time >= now) return time;
        throw refusedAct(
          'clock.past',
          `The clock shows ${formatInstant(now)} and cannot go back to ${formatInstant(time)}.`,
        );
      };
      return turned(timeline.advanceTo(goal));
    },
    /** Until nothing is due any more. */
    async runUntilIdle(): Promise<ClockDocument> {
      return turned(manual().runUntilIdle());
    },
  };
}

/** The last time that a clock may show: the end of the year 9999, ms. */
export const LAST_TIME = Date.UTC(9999, 11, 31, 23, 59, 59);

/** ms of a number of ms, or of a text such as `2h`. @throws Failure */
export function durationOf(given: number | string, name: string): number {
  const ms = typeof given === 'string' ? parsed(given, name) : given;
  if (Number.isFinite(ms) && ms >= 0 && ms <= LAST_TIME) return ms;
  throw wrong(name, given, 'a duration such as 30s, 15m, 2h or 3d');
}

/** ms since the epoch of the same, or of a text such as `2026-11-20T13:12:22Z`. @throws Failure */
function timeOf(given: number | string, name: string): number {
  const ms = typeof given === 'string' ? (parseInstant(given.trim())?.micros ?? Number.NaN) / 1000 : given;
  if (Number.isFinite(ms) && ms >= 0 && ms <= LAST_TIME) return ms;
  throw wrong(name, given, 'a time such as 2026-11-20T13:12:22Z');
}

function parsed(text: string, name: string): number {
  try {
    return parseDuration(text, name);
  } catch {
    return Number.NaN;
  }
}

const wrong = (name: string, found: unknown, expected: string) =>
  inputFailure('sandbox.time', `${name} does not understand ${quote(found)}`, {
    place: { path: name },
    expected,
    found: quote(found),
    hint: `Give ${expected}.`,
  });
