// Path prefixes of lines and refunds, built once: checks get them as arguments for every line, but use them only for findings.

const PREBUILT = 128;
const items = Array.from({ length: PREBUILT }, (_, index) => `items[${index}].`);
const refunds = Array.from({ length: PREBUILT }, (_, index) => `refunds[${index}].`);

/** `items[3].` */
export const itemPrefix = (index: number): string => items[index] ?? `items[${index}].`;

/** `refunds[3].` */
export const refundPrefix = (index: number): string => refunds[index] ?? `refunds[${index}].`;
