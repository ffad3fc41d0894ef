// Plays a message or a story: derives what it says, changes it, posts it, and tells what became of each message.
import { Failure, usageFailure } from '../../basics/failure.ts';
import { type ChangedMessage, type PathValue, withSettings } from '../../contract/set-path.ts';
import type { Customer, CustomerAuth, OutboundMessage } from '../deliveries/types.ts';
import type { StoredSnapshot } from '../life-cycle/types.ts';
import { messageText } from '../scenarios/evidence.ts';
import { deriveMessage } from './derive.ts';
import type { Playable } from './names.ts';
import type { Post, Posted, Sent } from './post.ts';
import { playStory, type StoryWorld } from './story.ts';

export interface PlayParts {
  readonly world: StoryWorld;
  readonly playable: Playable;
  readonly paths: Customer['paths'];
  readonly auth: () => CustomerAuth;
  /** What each message is changed by, last. */
  readonly settings: readonly PathValue[];
  /** Told of a setting that is a new field. */
  readonly onNew?: (path: string) => void;
  /** For one message; a story has orders of its own. */
  readonly order: StoredSnapshot;
  /** Of the orders of a story. */
  readonly seed: number;
  readonly emit: (sent: Sent) => Promise<void>;
}

/** Stands in for an endpoint: nothing leaves. */
export const postNothing: Post = async () => ({ status: 200, ms: 0, fault: null, answer: '', note: null });

/** @throws Failure exit 2 for a setting without a place, 6 when the order cannot come to the message */
export async function play(parts: PlayParts, post: Post): Promise<Sent[]> {
  const { playable, settings, paths, auth, emit } = parts;
  const sent: Sent[] = [];
  if (playable.message) {
    const { name } = playable.message;
    const { now, run } = { now: parts.world.clock.now(), run: parts.world.random.hex(3) };
    const derived = deriveMessage(playable.message, { order: parts.order, now, rma: `RMA-${run}-1`, paths });
    const message = {
      ...derived,
      body:
        derived.body &&
        withSettings(derived.body, settings, { ...changed(name, derived), onNew: parts.onNew }),
    };
    if (settings.length > 0 && derived.body === null) throw noBody(name);
    sent.push(sentOf(name, message, await post(message, auth)));
    await emit(sent[0]!);
    return sent;
  }
  const { scenario } = playable;
  if (settings.length > 0) await checkSettings(parts, scenario.name);
  const bodies = new Map<OutboundMessage, OutboundMessage>();
  const changedOnce = (message: OutboundMessage): OutboundMessage => {
    const known =
      bodies.get(message) ??
      withFitting(message, settings, { ...placeOf(scenario.name), onNew: parts.onNew });
    bodies.set(message, known);
    return known;
  };
  const ids: string[] = [];
  await playStory(parts.world, scenario, {
    customer: { url: '', paths, auth },
    seed: parts.seed,
    post: (message, credentials) => post(changedOnce(message), credentials),
    async emit(delivery, posted) {
      const one = sentOf(messageText(delivery), changedOnce(delivery.message), posted);
      const before = ids.indexOf(delivery.id);
      if (before >= 0 && sent[before]?.status === 401) sent[before] = { ...sent[before], isReplaced: true };
      ids.push(delivery.id);
      sent.push(one);
      await emit(one);
    },
  });
  return sent;
}

const sentOf = (what: string, message: OutboundMessage, posted: Posted): Sent => ({
  ...{ what, kind: message.kind, method: message.method, path: message.path },
  ...{ ...posted, text: message.body, isReplaced: false },
});

const changed = (name: string, { kind }: OutboundMessage) => ({
  ...{ kind, named: `The message ${name}` },
  shownBy: `returns trigger ${name} --print`,
});

/** Every setting has a place in one message of the story, at least; found out before the first is posted. */
async function checkSettings(parts: PlayParts, name: string): Promise<void> {
  const messages = await play({ ...parts, settings: [], emit: async () => {} }, postNothing);
  for (const setting of parts.settings) {
    let failure: unknown;
    const fits = messages.some(({ kind, text }) => {
      try {
        return (
          text !== null &&
          withSettings(text, [setting], { ...placeOf(name), kind, onNew: parts.onNew }) !== undefined
        );
      } catch (error) {
        failure ??= error;
        return false;
      }
    });
    if (!fits) throw failure;
  }
}

const placeOf = (name: string) => ({
  named: `No message of the story ${name} takes it`,
  shownBy: `returns trigger ${name} --print`,
});

/** The settings that have a place in the message. */
function withFitting(
  message: OutboundMessage,
  settings: readonly PathValue[],
  place: Omit<ChangedMessage, 'kind'>,
): OutboundMessage {
  let { body } = message;
  for (const setting of settings)
    try {
      body = body && withSettings(body, [setting], { ...place, kind: message.kind });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
    }
  return { ...message, body };
}

const noBody = (name: string) =>
  usageFailure('usage.set', `${name} is a GET without a body, so --set has nothing to change`, {
    hint: 'Give --order an order with another variant_identifier, or leave --set out.',
  });
