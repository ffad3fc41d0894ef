// Feeds messages of one RMA in order of arrival, as a receiver does.
import crypto from 'node:crypto';
import type { Finding } from '../../src/contract/finding.ts';
import { contentOf, type MessageDigests } from '../../src/contract/rma-duplicates.ts';
import { type Followed, follow, type RmaMemory } from '../../src/contract/rma-rules/history.ts';

const sha = (text: string) => crypto.createHash('sha256').update(text).digest('hex').slice(0, 32);

/** Digests of an incoming message with the body `text`. */
export const digestsOf = (text: string): MessageDigests => ({
  raw: sha(text),
  content: sha(contentOf(JSON.parse(text))),
});

/** Follows bodies in order; the memory is serialized as JSON after each, as when it is stored on disk. */
export function followAll(texts: readonly string[]): Followed[] {
  let memory: RmaMemory | undefined;
  return texts.map((text) => {
    const followed = follow(memory, JSON.parse(text), digestsOf(text));
    memory = JSON.parse(JSON.stringify(followed.memory)) as RmaMemory;
    return followed;
  });
}

/** The findings of the life cycle over a list of messages. */
export const historyFindings = (messages: readonly unknown[]): Finding[] =>
  followAll(messages.map((message) => JSON.stringify(message))).flatMap(({ findings }) => findings);
