// What the second pass works through: every snapshot of the input with its verdict, read and judged again.
import { canonicalJson } from '../basics/json.ts';
import type { Inputs, Snapshot } from '../input/types.ts';
import { type JudgeContext, judgeSnapshot, type Verdict } from './judge.ts';

/** What a snapshot is still asked once it is judged. */
export type JudgedSnapshot = Pick<Snapshot, 'id' | 'slot' | 'rows' | 'placeOf'>;

export interface Judged {
  readonly snapshot: JudgedSnapshot;
  readonly verdict: Verdict;
  /** `JSON.stringify` of the order, where it is there already. */
  readonly text?: string;
  /** Canonical JSON of the order as the input has it, of one that is refused. */
  content(): string;
}

/** In arrays, one per chunk of the file. @throws Failure exit 6 when a file is no longer what the survey read */
export async function* judgedAgain(inputs: Inputs, judge: JudgeContext): AsyncGenerator<readonly Judged[]> {
  for await (const group of inputs.read('counted'))
    yield group.map((snapshot) => ({
      snapshot,
      verdict: judgeSnapshot(snapshot, judge),
      content: () => canonicalJson(snapshot.raw),
    }));
}
