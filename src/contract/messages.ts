// The messages of the interface by name, and their JSON Schemas. Only the schema command loads this file.
import * as z from 'zod';
import { asnShape } from './asn.ts';
import { exchangeAnswerShape, exchangeOrderShape } from './exchange-order.ts';
import { orderShape, ordersMessageShape } from './order.ts';
import { rmaShape } from './rma.ts';
import { errorBodyShape, tokenAnswerShape, tokenRequestShape } from './small-shapes.ts';
import { SPELLINGS, type StatusSpelling } from './status-spelling.ts';
import { variantShape, variantsShape } from './variants.ts';

export interface MessageSchema {
  readonly title: string;
  readonly shape: z.ZodType;
}

/** Messages that a retailer sends, receives or answers with, by the name for `returns schema`. */
export const MESSAGES = {
  order: { title: 'Order snapshot', shape: orderShape },
  orders: {
    title: 'Returns portal order message (body of POST /returns_portal_orders)',
    shape: ordersMessageShape,
  },
  asn: { title: 'Advance shipping notice (body of POST and PUT /asns)', shape: asnShape },
  token: { title: 'Token request (body of POST /oauth/token)', shape: tokenRequestShape },
  'token-answer': { title: 'Answer of the token endpoint', shape: tokenAnswerShape },
  rma: { title: 'RMA message (body of the webhook that the service posts)', shape: rmaShape },
  variants: { title: 'Answer to a variants request', shape: variantsShape },
  variant: { title: 'One variant of that answer', shape: variantShape },
  'exchange-order': {
    title: 'Exchange order message (body that the service posts)',
    shape: exchangeOrderShape,
  },
  'exchange-answer': { title: 'Answer to an exchange order message', shape: exchangeAnswerShape },
  error: { title: 'Body of a 422 answer', shape: errorBodyShape },
} as const satisfies Record<string, MessageSchema>;

export type MessageName = keyof typeof MESSAGES;

/**
 * JSON Schema (draft 2020-12) of a message, with the agreed spelling of a cancelled order. It describes single fields; rules
 * between fields are shown by `explain`.
 */
export function jsonSchemaOf(
  name: MessageName,
  spelling: StatusSpelling = SPELLINGS[0],
): Record<string, unknown> {
  const { title, shape } = MESSAGES[name];
  const override = ({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }) => {
    const [given, other] = jsonSchema.anyOf ?? [];
    const spelt = jsonSchema.enum?.filter((one) => one === spelling || !SPELLINGS.includes(one as never));
    if (spelt) jsonSchema.enum = spelt;
    // Null beside a field of the interface that is never null: the checks read it as absent, so the schema leaves it out.
    if (given === undefined || other?.type !== 'null') return;
    delete jsonSchema.anyOf;
    Object.assign(jsonSchema, { ...given, ...jsonSchema });
  };
  const { $schema, ...rest } = z.toJSONSchema(shape, { target: 'draft-2020-12', io: 'input', override });
  return { $schema, title, ...rest };
}
