// Paths of lines and refunds, made once: a path is needed only when there is a finding, but prefixes are passed along.

const KEPT = 128;
const items = Array.from({ length: KEPT }, (_, index) => `items[${index}].`);
const refunds = Array.from({ length: KEPT }, (_, index) => `refunds[${index}].`);

/** `items[3].` */
export const itemPrefix = (index: number): string => items[index] ?? `items[${index}].`;

/** `refunds[3].` */
export const refundPrefix = (index: number): string => refunds[index] ?? `refunds[${index}].`;
