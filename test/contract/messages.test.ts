// The JSON Schemas: of the right draft, with descriptions, and as strict as the shapes.
import { describe, expect, it } from 'vitest';
import { jsonSchemaOf, MESSAGES, type MessageName } from '../../src/contract/messages.ts';
import { ORDER, UNIT_ASN } from './verdicts.ts';

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
        type: 'object',
        additionalProperties: {},
      });
    },
  );

  it('describes every field of an order and names the required ones', () => {
    const schema = jsonSchemaOf('order') as unknown as Schema;
    expect(Object.keys(schema.properties).sort()).toEqual(Object.keys(ORDER).sort());
    expect(schema.required).not.toContain('raw_status');
    expect(schema.required).toContain('transactions');
    expect(schema.properties['status']).toMatchObject({ enum: ['Created', 'Shipped', 'Cancelled'] });
    expect(schema.properties['created_at']).toMatchObject({ type: 'string', format: 'date-time' });
    const item = schema.properties['items']?.items;
    expect(item?.properties['unit_price_amount_cents']).toMatchObject({
      type: 'integer',
      minimum: 0,
      description: 'Price of a single unit. Cents.',
    });
    expect(item?.required).not.toContain('upc');
  });

  it('names the required fields of an ASN', () => {
    const schema = jsonSchemaOf('asn') as unknown as Schema;
    expect(Object.keys(schema.properties).sort()).toEqual(Object.keys(UNIT_ASN).sort());
    expect([...(schema.required ?? [])].sort()).toEqual(
      ['program_identifier', 'from', 'to', 'asn_number', 'status', 'details_type', 'cartons'].sort(),
    );
  });

  it('accepts the messages of the tests', () => {
    expect(MESSAGES.order.shape.safeParse(ORDER).success).toBe(true);
    expect(MESSAGES.asn.shape.safeParse(UNIT_ASN).success).toBe(true);
  });
});
