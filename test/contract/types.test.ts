// The declared types of the messages are those of their shapes: a field that one of them lacks does not compile (npm run types).
import { expect, it } from 'vitest';
import type * as z from 'zod';
import type { RefusalBody, TokenAnswer, TokenRequest } from '../../src/contract/answer-types.ts';
import * as asn from '../../src/contract/asn.ts';
import type * as asnTypes from '../../src/contract/asn-types.ts';
import * as answers from '../../src/contract/error-body.ts';
import * as exchange from '../../src/contract/exchange-order.ts';
import type * as exchangeTypes from '../../src/contract/exchange-types.ts';
import type { SchemaName } from '../../src/contract/library/reference.ts';
import { MESSAGES, type MessageName } from '../../src/contract/messages.ts';
import * as order from '../../src/contract/order.ts';
import type * as orderTypes from '../../src/contract/order-types.ts';
import * as rma from '../../src/contract/rma.ts';
import type * as rmaTypes from '../../src/contract/rma-types.ts';
import * as variants from '../../src/contract/variants.ts';

/** True for the same type only: optional and `undefined` count, and so do unions. */
type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2
    ? true
    : [A, B] extends [B, A]
      ? SameKeys<A, B>
      : false;
/** Index signatures make every key known: so the named ones are compared. */
type Named<T> = keyof { [K in keyof T as string extends K ? never : K]: T[K] };
type SameKeys<A, B> = [Named<A>, Named<B>] extends [Named<B>, Named<A>] ? true : false;

/** Compiles only when the type is that of the shape. */
const held = <Declared, Shape extends z.ZodType>(
  shape: Shape,
  _same: Same<Declared, z.infer<Shape>>,
): z.ZodType => shape;

const PAIRS: Record<string, z.ZodType> = {
  Address: held<orderTypes.Address, typeof order.addressShape>(order.addressShape, true),
  OrderCustomer: held<orderTypes.OrderCustomer, typeof order.customerShape>(order.customerShape, true),
  OrderItem: held<orderTypes.OrderItem, typeof order.itemShape>(order.itemShape, true),
  OrderRefundLine: held<orderTypes.OrderRefundLine, typeof order.refundLineShape>(
    order.refundLineShape,
    true,
  ),
  OrderRefund: held<orderTypes.OrderRefund, typeof order.refundShape>(order.refundShape, true),
  Order: held<orderTypes.Order, typeof order.orderShape>(order.orderShape, true),
  OrdersMessage: held<orderTypes.OrdersMessage, typeof order.ordersMessageShape>(
    order.ordersMessageShape,
    true,
  ),
  AsnLocation: held<asnTypes.AsnLocation, typeof asn.locationShape>(asn.locationShape, true),
  AsnLabel: held<asnTypes.AsnLabel, typeof asn.labelShape>(asn.labelShape, true),
  AsnDetail: held<asnTypes.AsnDetail, typeof asn.detailShape>(asn.detailShape, true),
  AsnReference: held<asnTypes.AsnReference, typeof asn.referenceShape>(asn.referenceShape, true),
  AsnCarton: held<asnTypes.AsnCarton, typeof asn.cartonShape>(asn.cartonShape, true),
  Asn: held<asnTypes.Asn, typeof asn.asnShape>(asn.asnShape, true),
  RefundFinancials: held<rmaTypes.RefundFinancials, typeof rma.refundFinancialsShape>(
    rma.refundFinancialsShape,
    true,
  ),
  RmaItem: held<rmaTypes.RmaItem, typeof rma.rmaItemShape>(rma.rmaItemShape, true),
  Rma: held<rmaTypes.Rma, typeof rma.rmaShape>(rma.rmaShape, true),
  ExchangeReturnItem: held<exchangeTypes.ExchangeReturnItem, typeof exchange.returnItemShape>(
    exchange.returnItemShape,
    true,
  ),
  ExchangeItem: held<exchangeTypes.ExchangeItem, typeof exchange.exchangeItemShape>(
    exchange.exchangeItemShape,
    true,
  ),
  ExchangeAddress: held<exchangeTypes.ExchangeAddress, typeof exchange.exchangeAddressShape>(
    exchange.exchangeAddressShape,
    true,
  ),
  ExchangeCustomer: held<exchangeTypes.ExchangeCustomer, typeof exchange.exchangeCustomerShape>(
    exchange.exchangeCustomerShape,
    true,
  ),
  ExchangePayment: held<exchangeTypes.ExchangePayment, typeof exchange.exchangePaymentShape>(
    exchange.exchangePaymentShape,
    true,
  ),
  ExchangeOrder: held<exchangeTypes.ExchangeOrder, typeof exchange.exchangeOrderShape>(
    exchange.exchangeOrderShape,
    true,
  ),
  ExchangeAnswer: held<exchangeTypes.ExchangeAnswer, typeof exchange.exchangeAnswerShape>(
    exchange.exchangeAnswerShape,
    true,
  ),
  VariantAttribute: held<exchangeTypes.VariantAttribute, typeof variants.attributeShape>(
    variants.attributeShape,
    true,
  ),
  Variant: held<exchangeTypes.Variant, typeof variants.variantShape>(variants.variantShape, true),
  VariantsAnswer: held<exchangeTypes.VariantsAnswer, typeof variants.variantsShape>(
    variants.variantsShape,
    true,
  ),
  RefusalBody: held<RefusalBody, typeof answers.errorBodyShape>(answers.errorBodyShape, true),
  TokenRequest: held<TokenRequest, typeof answers.tokenRequestShape>(answers.tokenRequestShape, true),
  TokenAnswer: held<TokenAnswer, typeof answers.tokenAnswerShape>(answers.tokenAnswerShape, true),
};
const sameNames: Same<SchemaName, MessageName> = true;

it('every message has a declared type', () => {
  const shapes = new Set(Object.values(PAIRS));
  const without = Object.entries(MESSAGES).filter(([, { shape }]) => !shapes.has(shape));
  expect(without.map(([name]) => name)).toEqual([]);
  expect(sameNames).toBe(true);
});
