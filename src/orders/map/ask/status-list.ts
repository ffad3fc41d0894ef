// The question about a list in JSON that has an entry for each change of an order, where nothing else holds its status.
import { STATUS_ROLES } from '../decide/rules.ts';
import { type Column, samplesOf } from '../look/columns.ts';
import { canName, entriesIn, hasEntries } from '../look/status-lists.ts';
import { type Asking, columnChoices } from './asking.ts';

/** Where only a list of changes has the status, a person says so. Returns whether that is open. */
export function statusList({ h, askColumn }: Asking, fitting: readonly Column[]): boolean {
  const list = h.columns.find(hasEntries);
  const isKnown = h.absent.has('status') || STATUS_ROLES.some((role) => h.roles.get(role)?.named);
  if (!list || isKnown) return false;
  const isNamed = list.texts.flatMap(entriesIn).every(canName);
  const text = `in a list with several entries in an order, ${samplesOf(list)}: an order is cancelled, or has shipped, when an entry says so; one with both is refused`;
  askColumn('status', fitting, {
    choices: [
      ...(isNamed ? [{ value: list.name, text }] : []),
      ...columnChoices(fitting),
      { value: 'none', text: `there is none: ${list.name} has an entry for each change, and is left out` },
    ],
    ...{ proposed: null, unattended: null },
  });
  return true;
}
