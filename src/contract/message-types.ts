// The types of the messages, for the entries of the library. The build writes the declarations of this file from the shapes
// (build.types.mjs), so that who imports the types of the package needs no zod.
export type * from './asn.ts';
export type * from './exchange-order.ts';
export type * from './order.ts';
export type * from './rma.ts';
export type * from './small-shapes.ts';
export type * from './variants.ts';
