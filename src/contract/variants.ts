// The shapes of the answer to a variants request (interface: Exchange variants; fields of a variant: field notes).
import * as z from 'zod';
import { describe, text } from './shape-fields.ts';

export const attributeShape = z.looseObject({
  name: text('Name of the attribute, for example Color.'),
  value: text('Value of the attribute, for example Green.'),
});
export type VariantAttribute = z.infer<typeof attributeShape>;

/** One variant that the shopper may choose in an exchange. */
export const variantShape = z.looseObject({
  sku: text('SKU.'),
  title: text('Title shown to the shopper.'),
  unit_price_amount_cents: describe(z.int(), 'Price of a single unit. Cents.', { minimum: 0 }),
  quantity_in_stock: describe(z.int(), 'Units in stock.', { minimum: 0 }),
  attributes: describe(z.array(attributeShape), 'Attributes that distinguish the variants.'),
  image_url: describe(z.string(), 'Address of an image.', { format: 'uri' }).optional(),
  product_url: describe(z.string(), "Address of the product's page.", { format: 'uri' }).optional(),
});
export type Variant = z.infer<typeof variantShape>;

/** The bare array of the interface, and the wrapped array of the field notes. */
export const variantsShape = z.union([
  z.array(variantShape),
  z.looseObject({ variants: z.array(variantShape) }),
]);
export type VariantsAnswer = z.infer<typeof variantsShape>;
