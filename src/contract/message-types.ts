// The types of the messages, for the entries of the library. The build writes the declarations of this file from the shapes
// (build.types.mjs), so that who imports the types of the package needs no zod.
export type {
  Asn,
  AsnCarton,
  AsnDetail,
  AsnLabel,
  AsnLocation,
  AsnReference,
} from './asn.ts';
export type { RefusalBody, TokenAnswer, TokenRequest } from './error-body.ts';
export type {
  ExchangeAddress,
  ExchangeAnswer,
  ExchangeCustomer,
  ExchangeItem,
  ExchangeOrder,
  ExchangePayment,
  ExchangeReturnItem,
} from './exchange-order.ts';
export type {
  Address,
  Order,
  OrderCustomer,
  OrderItem,
  OrderRefund,
  OrderRefundLine,
  OrdersMessage,
} from './order.ts';
export type { RefundFinancials, Rma, RmaItem } from './rma.ts';
export type { Variant, VariantAttribute, VariantsAnswer } from './variants.ts';
