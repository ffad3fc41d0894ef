// samples/schemas/scenario.schema.json is what the parser of scenario files accepts. When it is stale: npm run docs
import { expect, test } from 'vitest';
import * as z from 'zod';
import { scenarioShape } from '../../src/sandbox/scenarios/format.ts';

/** JSON Schema (draft 2020-12), without what says nothing. */
const jsonSchemaOf = (shape: z.ZodType) =>
  z.toJSONSchema(shape, {
    io: 'input',
    override({ jsonSchema }) {
      if (jsonSchema.description === '') delete jsonSchema.description;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      delete jsonSchema.propertyNames;
    },
  });

test('samples/schemas/scenario.schema.json is made from the format', async () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Scenario of the sandbox',
    ...jsonSchemaOf(scenarioShape),
  };
  const text = `${JSON.stringify(schema, null, 2)}\n`;
  await expect(text).toMatchFileSnapshot('../../samples/schemas/scenario.schema.json');
});
