// The story of one RMA for programs: its messages in order of arrival, each with what it repeats, contradicts or changes.

import { hashHex } from '../../basics/text.ts';
import { callFindingOf, callVerdictOf } from '../call-rules.ts';
import { applyLevels } from '../levels.ts';
import type { Rma } from '../message-types.ts';
import { describeChange } from '../rma-changes.ts';
import { type Anomaly, messageDigests } from '../rma-duplicates.ts';
import { follow, type RmaMemory, rmaOf } from '../rma-history.ts';
import type { RmaChange } from '../rma-units.ts';
import { type JudgeOptions, judgeRmaMessage, levelsOf } from './judge.ts';
import { type Judgement, readGiven } from './read-given.ts';

/** One message of a story. Its findings are those of the message, and of the step from the one before. */
export interface StoryStep extends Judgement<Rma> {
  /**
   * `duplicate`: the same bytes came before. `redelivery`: the same content with the same updated_at. `conflict`: other content
   * with the same updated_at. `out_of_order`: older than the newest message. Null for all others.
   */
  readonly anomaly: Anomaly | null;
  /** What differs from the newest message before, unit by unit; empty for the first message and for one that is outdated. */
  readonly changes: readonly RmaChange[];
  /** The changes in words: `1 unit of L1 (TEE-S): package_tracking_status none -> TRANSIT`. */
  readonly differences: readonly string[];
}

export interface StoryOptions extends JudgeOptions {
  /** What `memory()` of an earlier story of this RMA returned: the story goes on there. */
  readonly memory?: RmaMemory | undefined;
}

export interface RmaStory {
  /**
   * Adds the next message of the RMA, in order of arrival. A message that cannot be read, or has no `rma_identifier`, is judged
   * and does not become part of the story. @throws RangeError for a message of another RMA
   */
  add(message: unknown): StoryStep;
  /** The identifier of the RMA; undefined before the first message. */
  readonly rma: string | undefined;
  /** What has to be kept to go on later: plain JSON without personal data. Undefined before the first message. */
  memory(): RmaMemory | undefined;
}

/** Begins the story of one RMA, or goes on with it. */
export function rmaStory(options: StoryOptions = {}): RmaStory {
  const levels = levelsOf(options.levels);
  let memory = options.memory;
  let rma: string | undefined;
  return {
    add(message) {
      const judged = judgeRmaMessage(message, options);
      const read = readGiven(message);
      const own = read.kind === 'ok' ? rmaOf(read.value) : undefined;
      if (read.kind === 'broken' || own === undefined)
        return { ...judged, anomaly: null, changes: [], differences: [] };
      if (rma !== undefined && rma !== own)
        throw new RangeError(
          'This story is of another RMA: begin one with rmaStory() for each rma_identifier.',
        );
      rma = own;
      const followed = follow(memory, read.value, messageDigests(digestOf, read.bytes(), read.value));
      memory = followed.memory;
      const steps = applyLevels(followed.findings, levels).map(callFindingOf);
      const findings = [...judged.findings, ...steps];
      const { anomaly, changes } = followed;
      const differences = changes.map(describeChange);
      return { ...judged, verdict: callVerdictOf(findings), findings, anomaly, changes, differences };
    },
    get rma() {
      return rma;
    },
    memory: () => memory,
  };
}

/** Tells messages apart. The entry also runs in browsers and workers, where the only built-in digest is asynchronous. */
export const digestOf = (content: string | Uint8Array): string =>
  hashHex(typeof content === 'string' ? content : new TextDecoder('latin1').decode(content));
