// samples/schemas/scenario.schema.json is what the parser of scenario files accepts. When it is stale: npm run docs
import { expect, test } from 'vitest';
import { scenarioSchema } from '../../src/sandbox/scenarios/format.ts';

test('samples/schemas/scenario.schema.json is made from the format', async () => {
  const text = `${JSON.stringify(scenarioSchema(), null, 2)}\n`;
  await expect(text).toMatchFileSnapshot('../../samples/schemas/scenario.schema.json');
});
