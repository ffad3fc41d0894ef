// The JSON Schemas: their draft, their descriptions, and that they are as strict as the shapes.
import { describe, expect, it } from 'vitest';
import { jsonSchemaOf, MESSAGES, type MessageName } from '../../src/contract/messages.ts';
import { ORDER } from './verdicts.ts';

interface Schema {
  readonly required?: readonly string[];
  readonly properties: Readonly<Record<string, Schema & Readonly<Record<string, unknown>>>>;
  readonly items?: Schema;
}

describe('jsonSchemaOf', () => {
  it.each(Object.keys(MESSAGES) as MessageName[])(
    '%s is a schema of draft 2020-12 that allows unknown fields',
    (name) => {
      const schema = jsonSchemaOf(name);
      expect(schema).toMatchObject({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        title: MESSAGES[name].title,
      });
      // The answer to a variants request has two shapes: an array, and an object that contains the array.
      const shapes = (schema['anyOf'] ?? [schema]) as { type: string }[];
      expect(shapes.map(({ type }) => type)).toEqual(name === 'variants' ? ['array', 'object'] : ['object']);
      expect(shapes.at(-1)).toMatchObject({ type: 'object', additionalProperties: {} });
    },
  );

  it('describes every field of an order', () => {
    const schema = jsonSchemaOf('order') as unknown as Schema;
    expect(Object.keys(schema.properties).sort()).toEqual(Object.keys(ORDER).sort());
    const item = schema.properties['items']?.items;
    expect(item?.properties['unit_price_amount_cents']).toMatchObject({
      type: 'integer',
      minimum: 0,
      description: 'Price of a single unit. Cents.',
    });
  });

  it('names the fields that the interface defines for an exchange order', () => {
    const schema = jsonSchemaOf('exchange-order') as unknown as Schema;
    expect([...(schema.required ?? [])].sort()).toEqual(['customer', 'items', 'payment']);
  });
});
