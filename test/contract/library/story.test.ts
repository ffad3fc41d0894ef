// `rmaStory` over random histories: the anomalies, findings, changes and memory of the receiver.
import { expect, test } from 'vitest';
import { checkCall, makeRmaMemories, memoryKey } from '../../../src/calls/messages/check-message.ts';
import { type RmaMemory, rmaStory } from '../../../src/contract/index.ts';
import { digestOf } from '../../../src/contract/library/judge.ts';
import { sampleRma, sampleUnit } from '../../../src/contract/sample-rma.ts';
import { fc } from '../../helpers/random.ts';

const message = fc
  .record({
    minute: fc.integer({ min: 0, max: 3 }),
    status: fc.constantFrom('CREATED', 'REFUNDED', 'PARTIAL_REFUND'),
    units: fc.array(fc.constantFrom(null, 'PRE_TRANSIT', 'TRANSIT'), { minLength: 1, maxLength: 3 }),
    spaces: fc.integer({ min: 0, max: 1 }),
  })
  .map(({ minute, status, units, spaces }) => {
    const items = units.map((package_tracking_status) => ({ ...sampleUnit(), package_tracking_status }));
    const updated_at = `2026-05-04T10:0${minute}:00Z`;
    return JSON.stringify({ ...sampleRma(), status, updated_at, items }, null, spaces);
  });

test('a story says what the receiver says, also when it is put down and taken up again', () => {
  fc.assert(
    fc.property(fc.array(message, { maxLength: 8 }), fc.boolean(), (texts, isPutDown) => {
      const memories = makeRmaMemories();
      let story = rmaStory();
      for (const text of texts) {
        const expected = checkCall({ sha256: digestOf, memories }, 'rma', new TextEncoder().encode(text));
        const { anomaly, verdict, findings, changes, differences } = story.add(text);
        expect({ anomaly, verdict, findings, changes }).toEqual({
          anomaly: expected.anomaly,
          verdict: expected.verdict,
          findings: expected.findings,
          changes: expected.changes,
        });
        expect(differences).toHaveLength(changes.length);
        expect(story.memory()).toEqual(memories.get(memoryKey(digestOf, story.rma!)));
        if (isPutDown) story = rmaStory({ memory: JSON.parse(JSON.stringify(story.memory())) as RmaMemory });
      }
    }),
  );
});

test('a story is of one RMA; what cannot be read is no part of it', () => {
  const story = rmaStory();
  expect([story.rma, story.memory()]).toEqual([undefined, undefined]);
  expect(story.add('{').anomaly).toBeNull();
  expect(story.add({}).verdict).toBe('error');
  expect(story.memory()).toBeUndefined();
  story.add({ ...sampleRma(), rma_identifier: 'RMA-1' });
  expect(() => story.add({ ...sampleRma(), rma_identifier: 'RMA-2' })).toThrow(RangeError);
  expect([story.rma, story.memory()?.count]).toEqual(['RMA-1', 1]);
});
