// One message of `returns trigger` as it is sent: derived from the life cycle, then changed by --set.
import { usageFailure } from '../../basics/failure.ts';
import { type PathValue, withSettings } from '../../contract/set-path.ts';
import type { OutboundMessage } from '../deliveries/types.ts';
import { deriveMessage, type Given } from './derive.ts';
import type { TriggerMessage } from './messages.ts';

/**
 * @param onNew told of a setting that is a new field
 * @throws Failure exit 2 for a setting without a place, 6 when the order cannot come to the message
 */
export function composeMessage(
  message: TriggerMessage,
  given: Given,
  settings: readonly PathValue[],
  onNew: (path: string) => void,
): OutboundMessage {
  const { name } = message;
  const derived = deriveMessage(message, given);
  if (settings.length === 0) return derived;
  if (derived.body === null)
    throw usageFailure('usage.set', `${name} is a GET without a body, so --set has nothing to change`, {
      hint: 'Give --order an order with another variant_identifier, or leave --set out.',
    });
  const place = { named: `The message ${name}`, shownBy: `returns trigger ${name} --print`, onNew };
  return { ...derived, body: withSettings(derived.body, settings, { ...place, kind: derived.kind }) };
}
