// The messages of the interface by name, and their JSON Schemas. Only the schema command needs this file.
import * as z from 'zod';
import { asnShape } from './asn.ts';
import { errorBodyShape } from './error-body.ts';
import { orderShape, ordersMessageShape } from './order.ts';
import { tokenAnswerShape, tokenRequestShape } from './token.ts';

export interface Message {
  readonly title: string;
  readonly shape: z.ZodType;
}

/** Messages of the service that a retailer sends or gets, by the name that `returns schema` takes. */
export const MESSAGES = {
  order: { title: 'Order snapshot', shape: orderShape },
  orders: {
    title: 'Returns portal order message (body of POST /returns_portal_orders)',
    shape: ordersMessageShape,
  },
  asn: { title: 'Advance shipping notice (body of POST and PUT /asns)', shape: asnShape },
  token: { title: 'Token request (body of POST /oauth/token)', shape: tokenRequestShape },
  'token-answer': { title: 'Answer of the token endpoint', shape: tokenAnswerShape },
  error: { title: 'Body of a 422 answer', shape: errorBodyShape },
} as const satisfies Record<string, Message>;

export type MessageName = keyof typeof MESSAGES;

/** JSON Schema (draft 2020-12) of a message. It says what each field is; rules between fields are in `explain`. */
export function jsonSchemaOf(name: MessageName): Record<string, unknown> {
  const { title, shape } = MESSAGES[name];
  const { $schema, ...rest } = z.toJSONSchema(shape, { target: 'draft-2020-12', io: 'input' });
  return { $schema, title, ...rest };
}
