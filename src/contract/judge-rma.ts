// One RMA message against shapes and rules; the messages of an RMA together are judged in rma-story.ts.
import type { Finding } from './finding.ts';

/** All findings of an RMA message (interface: RMA message), literally. Paths are those of the body, `items[0].sku`. */
export function judgeRma(_message: unknown): Finding[] {
  return [];
}
