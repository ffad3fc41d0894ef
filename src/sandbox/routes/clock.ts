// The sandbox's clock, shown and turned. A clock that is turned runs what is due on the way, each at its own time;
// only a manual clock can be turned.
import { formatInstant } from '../../contract/time.ts';
import type { ClockDocument } from '../documents.ts';
import type { Service } from '../intake/service.ts';
import { refusedAct } from '../life-cycle/parts.ts';
import { act } from './act.ts';
import { durationOf, LAST_TIME, timeOf, wrongRequest } from './read-request.ts';
import { duration, keys, text, yes } from './shapes.ts';

export const CLOCK = {
  clock: act('GET /_sandbox/clock', {
    purpose: 'The clock, and when the next thing is due.',
    answers: 'sandbox-clock',
    does: (service) => shown(service, 0),
  }),
  turnClock: act('POST /_sandbox/clock', {
    purpose: 'Turns a manual clock; what is due on the way happens at its own time. Give one key.',
    body: keys({
      advance: duration('by a duration such as `2h`').exactOptional(),
      at: text('to a time such as `2026-11-20T13:12:22Z`').exactOptional(),
      run_until_idle: yes('`true`: until nothing is due any more').exactOptional(),
    }),
    answers: 'sandbox-clock',
    does(service, given) {
      const words = Object.keys(given);
      if (words.length !== 1)
        throw wrongRequest('', 'one of advance, at, run_until_idle', words.join(' and ') || 'nothing');
      if (given.advance !== undefined) return advance(service, given.advance);
      return given.at === undefined ? runUntilIdle(service) : turnTo(service, given.at);
    },
  }),
};

/** @param by ms, or a text such as `2h` */
export async function advance(service: Service, by: number | string): Promise<ClockDocument> {
  const timeline = manual(service);
  const ms = durationOf(by, 'advance');
  return turned(
    service,
    timeline.advanceTo((now) => Math.min(now + ms, LAST_TIME)),
  );
}

/** @param given ms since the epoch, or a text such as `2026-11-20T13:12:22Z` */
export async function turnTo(service: Service, given: number | string): Promise<ClockDocument> {
  const timeline = manual(service);
  const time = timeOf(given, 'at');
  const goal = (now: number) => {
    if (time >= now) return time;
    throw refusedAct(
      'clock.past',
      `The clock shows ${formatInstant(now)} and cannot go back to ${formatInstant(time)}.`,
    );
  };
  return turned(service, timeline.advanceTo(goal));
}

/** Until nothing is due any more. */
export const runUntilIdle = async (service: Service): Promise<ClockDocument> =>
  turned(service, manual(service).runUntilIdle());

function manual({ timeline }: Service) {
  if (timeline.kind === 'manual') return timeline;
  throw refusedAct(
    'clock.real',
    'The clock of this sandbox is the real one, which nobody can turn. Start it with: returns sandbox start --clock manual',
  );
}

async function turned(service: Service, move: Promise<number>): Promise<ClockDocument> {
  const ran = await move;
  service.keepClock();
  return shown(service, ran);
}

function shown({ timeline: { kind, clock, pending, next } }: Service, ran: number): ClockDocument {
  const time = next();
  const due = time === undefined ? null : formatInstant(time);
  return { schema: 'sandbox-clock/1', kind, now: formatInstant(clock.now()), next: due, pending, ran };
}
