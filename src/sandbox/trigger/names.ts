// The messages of `returns trigger` by name.
import { type Failure, usageFailure } from '../../basics/failure.ts';
import { meantText, quote } from '../../basics/text.ts';
import { SCENARIO_NAMES } from '../scenarios/load-scenarios.ts';
import { MESSAGES, type TriggerMessage } from './messages.ts';

/** @throws Failure exit 2 for an unknown name */
export function findMessage(name: string): TriggerMessage {
  const message = MESSAGES.find((one) => one.name === name);
  if (message) return message;
  if ((SCENARIO_NAMES as readonly string[]).includes(name)) throw isScenario(name);
  const names = MESSAGES.map((one) => one.name);
  throw usageFailure('trigger.unknown', `There is no ${quote(name)}.${meantText(name, names)}`, {
    found: name,
    hint: 'List the messages with: returns trigger',
  });
}

const isScenario = (name: string): Failure =>
  usageFailure('trigger.scenario', `${name} is a scenario, not a message`, {
    expected: 'the name of one message, such as rma.transit',
    hint: `Play all its messages with: returns sandbox scenario run ${name} --customer-url URL`,
  });

/** The names that `returns trigger` can send. */
export const triggerList = () => ({
  schema: 'trigger-list/1' as const,
  messages: MESSAGES.map(({ name, text }) => ({ name, text })),
});
