// The JSON Schemas: their draft, their descriptions, and that they are as strict as the shapes.
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
      });
      // The answer to a variants request has two shapes: an array, and an object that contains the array.
      const shapes = (schema['anyOf'] ?? [schema]) as { type: string }[];
      expect(shapes.map(({ type }) => type)).toEqual(name === 'variants' ? ['array', 'object'] : ['object']);
      expect(shapes.at(-1)).toMatchObject({ type: 'object', additionalProperties: {} });
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

  it('names the required fields of an RMA message and its units', () => {
    const schema = jsonSchemaOf('rma') as unknown as Schema;
    expect([...(schema.required ?? [])].sort()).toEqual(
      ['rma_identifier', 'status', 'created_at', 'items', 'return_method'].sort(),
    );
    const item = schema.properties['items']?.items;
    expect([...(item?.required ?? [])].sort()).toEqual(
      ['order_line_item_identifier', 'order_identifier', 'refund_type', 'sku'].sort(),
    );
    expect(Object.keys(item?.properties ?? {})).toContain('package_tracking_status');
  });

  it('names the fields that the interface defines for an exchange order', () => {
    const schema = jsonSchemaOf('exchange-order') as unknown as Schema;
    expect([...(schema.required ?? [])].sort()).toEqual(['customer', 'items', 'payment']);
  });
});
