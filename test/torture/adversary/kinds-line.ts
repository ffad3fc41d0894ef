// Columns of a line that mean something else than what they are mistaken for.
import type { Kind } from './kinds.ts';
import { DAY, type Line } from './truth.ts';

const cents = (amount: number) => ({ cents: amount });
const list = (names: string) => names.split('|');
/** The same number for each product, whatever order it is in. */
const code = ({ sku }: Line) => [...sku].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 90_000, 7) + 10_000;

const kind = (name: string, names: string, value: Kind['value'], allows: string[] = []): Kind => ({
  name,
  level: 'line',
  names: list(names),
  value,
  allows,
});

const OTHER_IDENTIFIERS: readonly Kind[] = [
  kind('parent sku', 'Parent SKU|parent_sku|Vater-Artikelnummer|SKU parent|parent_product_sku|Style No', ({ line }) => line.variant, ['item.variant_identifier']),
  kind('parent line', 'parent_item_id|Parent Line|Übergeordnete Position|parent_row', () => ''),
  kind('cross-sell sku', 'Cross-sell SKU|Related SKU|Zubehör-Artikelnummer|upsell_sku|SKU associé', ({ draw }) => draw.of(['BAG-1', 'BOX-2', 'CARD'])),
  kind('old sku', 'Old SKU|Alte Artikelnummer|legacy_sku|Ancienne référence|SKU anterior', ({ line }) => `X${code(line)}`),
  kind('vendor sku', 'Vendor SKU|Lieferanten-Artikelnummer|supplier_sku|Réf. fournisseur|MPN', ({ line }) => `V-${code(line)}`),
  kind('replacement sku', 'Replaced By SKU|Ersatzartikel|substitute_sku|SKU de remplacement', ({ draw }) => draw.of(['', '', 'TEE-2'])),
  kind('product id', 'Product ID|Produkt-ID|product_id|ID produit|MATNR', ({ line }) => code(line), ['item.product_identifier', 'item.variant_identifier']),
  kind('barcode', 'Barcode|EAN|GTIN|Code-barres|ean13|UPC', ({ line }) => `40000000${code(line)}`, ['item.upc']),
  kind('serial number', 'Serial No|Seriennummer|serial|N° de série', ({ draw }) => draw.like('SN########')),
  kind('bin', 'Bin|Lagerplatz|shelf|Emplacement|LGORT', ({ draw }) => draw.like('?-##-#')),
  kind('lot number', 'Lot No|Charge|batch_code|N° de lot|CHARG', ({ draw }) => draw.like('L####')),
  kind('customs code', 'HS Code|Zolltarifnummer|hs_code|Code douanier|Taric', ({ line }) => `61${code(line)}0`),
  kind('position', 'Line No|Position|line_number|N° ligne|POSNR', ({ order, line }) => order.lines.indexOf(line) + 1, ['item.identifier']),
];

const DESCRIPTIONS: readonly Kind[] = [
  kind('product type', 'Product Type|Produktart|product_type|Type de produit|Tipo de producto', ({ draw }) => draw.of(['simple', 'configurable'])),
  kind('category', 'Category|Kategorie|product_category|Catégorie|Categoría|Warengruppe', ({ line }) => (line.price > 5000 ? 'Home' : 'Clothes')),
  kind('brand', 'Brand|Marke|manufacturer|Marque|Marca|Vendor', ({ draw }) => draw.of(['Nord', 'Fjell', 'Oak & Co'])),
  kind('physical product', 'Physical Product|Product physical|Producto físico|is_physical|Physisches Produkt', () => 'Yes'),
  kind('requires shipping', 'Requires Shipping|Versandpflichtig|requires_shipping|Expédition requise', () => 'true'),
  kind('taxable', 'Taxable|Steuerpflichtig|is_taxable|Imposable', () => 'TRUE'),
  kind('size', 'Size|Größe|taille|Talla|option1', ({ line }) => line.sku.split('-')[1]!),
  kind('colour', 'Color|Farbe|couleur|option2', ({ draw }) => draw.of(['red', 'blue', 'natural'])),
  kind('line note', 'Item Note|Positionstext|line_comment|Personnalisation|engraving', ({ draw }) => draw.of(['', 'engrave: 4 ever', 'wrap x2'])),
  kind('product page', 'Product URL|Produktlink|product_url|URL produit|Enlace', ({ line }) => `https://shop.example/p/${line.variant.toLowerCase()}`),
  kind('product picture', 'Image URL|Bild-URL|image_url|URL image', ({ line }) => `https://cdn.example/${line.sku}.jpg`, ['item.image_url']),
  kind('line supplier', 'Supplier|Lieferant|supplier_name|Fournisseur|Proveedor', ({ draw }) => draw.of(['Textil AG', 'Mug Works'])),
  kind('line status', 'Item Status|Positionsstatus|line_state|Statut ligne', ({ line }) => (line.shipped > 0 ? 'released' : 'waiting')),
  kind('country of origin', 'Country of Origin|Ursprungsland|origin|Pays d’origine|made_in', ({ draw }) => draw.of(['PT', 'IN', 'TR'])),
];

const OTHER_MONEY: readonly Kind[] = [
  kind('cost price', 'Cost Price|EK-Preis|unit_cost|Prix d’achat|Costo|Purchase Price', ({ line }) => cents(Math.floor(line.price / 2))),
  kind('list price', 'List Price|UVP|original_price|Prix barré|Precio de lista|MSRP', ({ line }) => cents(line.price + 500)),
  kind('old price', 'Old Price|Alter Preis|compare_at_price|Ancien prix|was_price', ({ line }) => cents(line.price + 1000)),
  kind('price before tax', 'Price excl. Tax|Nettopreis|price_net|PU HT|Precio sin IVA', ({ line }) => cents(Math.floor((line.price * 100) / 119))),
  kind('wholesale price', 'Wholesale Price|Händlerpreis|b2b_price|Prix de gros|Dealer Price', ({ line }) => cents(Math.floor((line.price * 7) / 10))),
  kind('fee of a line', 'Line Fee|Positionsgebühr|item_fee|Frais ligne', ({ line }) => cents(Math.floor((line.price * line.units) / 10))),
  kind('freight of a line', 'Item Shipping Cost|Fracht Position|line_freight_cost|Port ligne', ({ draw }) => cents(draw.of([110, 160, 210]))),
  kind('deposit', 'Deposit|Pfand|deposit_amount|Consigne', () => cents(0)),
  kind('tax rate', 'Tax Rate|Steuersatz|vat_rate|Taux TVA|IVA %', () => 19),
  kind('discount per cent', 'Discount %|Rabatt %|discount_percent|Remise %', ({ draw }) => draw.of([0, 0, 5, 10])),
  kind('line total', 'Line Total|Positionssumme|row_total|Total ligne|NETWR_POS', ({ line }) => cents(line.price * line.units)),
  kind('eco tax', 'Eco Tax|Eco-participation|Altgeräteabgabe|eco_fee', ({ draw }) => cents(draw.of([0, 12, 25]))),
];

const OTHER_NUMBERS: readonly Kind[] = [
  kind('stock', 'Stock|Lagerbestand|qty_available|Stock disponible|Existencias|Inventory Quantity', ({ line }) => code(line) % 90),
  kind('backordered', 'Backordered|Rückstand|qty_backordered|Reliquat|Qty Backordered', ({ draw }) => draw.of([0, 0, 0, 1])),
  kind('pack size', 'Pack Size|VPE|units_per_pack|Conditionnement|Qty per Box', ({ line }) => 1 + (code(line) % 6)),
  kind('returned units', 'Qty Returned|Retournierte Menge|qty_returned|Qté retournée', () => 0),
  kind('minimum quantity', 'Min Qty|Mindestmenge|min_order_qty|Qté min', () => 1),
  kind('invoiced units', 'Qty Invoiced|Berechnete Menge|qty_invoiced|Qté facturée', ({ line, order }) => (order.status === 'Cancelled' ? 0 : line.units)),
  kind('weight in grams', 'Weight (g)|Gewicht_g|weight_grams|Poids (g)', ({ line }) => (code(line) % 80) * 10 + 50, ['item.weight']),
  kind('weight in kilograms', 'Weight kg|Gewicht (kg)|weight_kg|Poids kg', ({ line }) => ((code(line) % 80) / 50 + 0.1).toFixed(2), ['item.weight']),
  kind('weight in pounds', 'Weight (lb)|weight_lbs|Lbs', ({ line }) => ((code(line) % 80) / 20 + 0.2).toFixed(1), ['item.weight']),
  kind('length', 'Length|Länge|dim_l|Longueur', ({ line }) => 10 + (code(line) % 60)),
  kind('rating', 'Rating|Bewertung|stars|Note produit', ({ draw }) => draw.from(1, 5)),
  kind('points of a line', 'Item Points|Bonuspunkte|points_earned|Points ligne', ({ line }) => Math.floor(line.price / 100)),
  kind('lead time', 'Lead Time|Lieferzeit|lead_days|Délai', ({ draw }) => draw.of([2, 5, 14])),
  kind('available from', 'Available From|Verfügbar ab|restock_date|Disponible le', ({ order }) => ({ ms: order.created - (order.created % DAY) + 12 * DAY })),
];

export const LINE_KINDS: readonly Kind[] = [
  ...OTHER_IDENTIFIERS,
  ...DESCRIPTIONS,
  ...OTHER_MONEY,
  ...OTHER_NUMBERS,
];
