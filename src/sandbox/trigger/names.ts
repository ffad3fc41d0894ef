// What `returns trigger` can play, by name.
import { usageFailure } from '../../basics/failure.ts';
import { meantText, quote } from '../../basics/text.ts';
import type { Scenario } from '../scenarios/format.ts';
import { loadScenario, SCENARIO_NAMES, type ScenarioFiles } from '../scenarios/load-scenarios.ts';
import { MESSAGES, type TriggerMessage } from './messages.ts';

export type Playable =
  | { readonly message: TriggerMessage; readonly scenario?: undefined }
  | { readonly scenario: Scenario; readonly message?: undefined };

/** @throws Failure exit 2 for an unknown name */
export function findPlayable(place: ScenarioFiles, name: string): Playable {
  const message = MESSAGES.find((one) => one.name === name);
  if (message) return { message };
  if ((SCENARIO_NAMES as readonly string[]).includes(name)) return { scenario: loadScenario(place, name) };
  const names = [...MESSAGES.map((one) => one.name), ...SCENARIO_NAMES];
  throw usageFailure('trigger.unknown', `There is no ${quote(name)}.${meantText(name, names)}`, {
    found: name,
    hint: 'List the messages and stories with: returns trigger',
  });
}

/** The names that `returns trigger` can play. */
export const triggerList = (place: ScenarioFiles) => ({
  schema: 'trigger-list/1' as const,
  messages: MESSAGES.map(({ name, text }) => ({ name, text })),
  stories: SCENARIO_NAMES.map((name) => ({ name, text: loadScenario(place, name).title })),
});
