// The scenarios that come with the package (samples/scenarios/), and scenarios from files of the user.
import path from 'node:path';
import { usageFailure } from '../../basics/failure.ts';
import { meantText, quote } from '../../basics/text.ts';
import type { Clock, Files } from '../../platform/platform.ts';
import { textOfFile } from '../flag-file.ts';
import type { Scenario } from './format.ts';
import { ordersOfRetailer, variantsOfRetailer } from './given-orders.ts';
import { parseScenario } from './parse.ts';
import type { GivenByScenarios } from './result.ts';

/** In the order of the list: from the plain return to the failures. */
export const SCENARIO_NAMES = [
  'mail-back-single',
  'mail-back-multi',
  'mail-back-scan',
  'mail-back-late',
  'mail-back-skipped',
  'mail-back-edited',
  'mail-back-two-orders',
  'partial-return',
  'partial-cents',
  'partial-two-prices',
  'partial-refund',
  'exchange-variants',
  'exchange-even',
  'exchange-uneven',
  'exchange-partial',
  'exchange-then-return',
  'exchange-cancelled',
  'gift-card',
  'cancel-full',
  'cancel-partial',
  'cancel-return',
  'express',
  'keep',
  'drop-off',
  'pick-up',
  'tag-in-store',
  'tag-final-sale',
  'gift-order',
  'outage-31h',
  'slow',
  '401-then-right',
  '422',
  '422-new-fields',
  'duplicates',
  'reordered',
  'same-update-twice',
  'message-before-order',
  'refund-twice',
  'refund-too-large',
  'refund-never',
  'restart',
] as const;

/** The parts of the platform that are needed to read them. */
export interface ScenarioFiles {
  readonly files: Files;
  readonly cwd: string;
  readonly packageFolder: string;
}

/** One of the package. @throws Failure exit 2 for an unknown name */
export function loadScenario({ files, packageFolder }: ScenarioFiles, name: string): Scenario {
  if (!(SCENARIO_NAMES as readonly string[]).includes(name))
    throw usageFailure(
      'scenario.unknown',
      `There is no scenario ${quote(name)}.${meantText(name, SCENARIO_NAMES)}`,
      {
        found: name,
        hint: 'List them with: returns sandbox scenario list. A file is named with its extension: my-return.json',
      },
    );
  const file = `samples/scenarios/${name}.json`;
  return parseScenario(files.readText(path.join(packageFolder, file)), file);
}

/** `all`, a name, or a file: what has a slash or ends in .json. @throws Failure exit 2 or 6 */
export function findScenarios(place: ScenarioFiles, asked: string): Scenario[] {
  if (asked === 'all') return SCENARIO_NAMES.map((name) => loadScenario(place, name));
  if (!/[\\/]|\.json$/i.test(asked)) return [loadScenario(place, asked)];
  return [parseScenario(textOfFile(place, asked, 'the scenario'), asked)];
}

/** @param asked names, files or `all` @throws Failure exit 2 or 6 */
export function givenByScenarios(
  world: ScenarioFiles & { readonly clock: Pick<Clock, 'now'> },
  asked: readonly string[],
  seed = 1,
): GivenByScenarios {
  const scenarios = asked.flatMap((one) => findScenarios(world, one));
  const circumstances = { seed, now: world.clock.now() };
  return {
    orders: scenarios.flatMap((scenario) => ordersOfRetailer(scenario, circumstances)),
    variants: variantsOfRetailer(scenarios),
  };
}
