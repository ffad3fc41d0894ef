// Columns of an order that mean something else than what they are mistaken for.
import type { Kind } from './kinds.ts';
import { DAY, MINUTE, type Order } from './truth.ts';

const cents = (amount: number) => ({ cents: amount });
const ms = (time: number) => ({ ms: time });
const list = (names: string) => names.split('|');
const units = (order: Order) => order.lines.reduce((sum, line) => sum + line.units, 0);
const goods = (order: Order) => order.lines.reduce((sum, line) => sum + line.units * line.price, 0);
const isPaid = (order: Order) => order.status !== 'Cancelled';
const cutDay = (time: number) => time - (time % DAY);

const kind = (name: string, names: string, value: Kind['value'], allows: string[] = []): Kind => ({
  name,
  level: 'order',
  names: list(names),
  value,
  allows,
});

/** Whoever sells, packs or helps, but is not the shopper. */
const PEOPLE: readonly Kind[] = [
  kind('seller e-mail', 'Vendor Email|seller_email|Verkäufer E-Mail|E-mail vendeur|merchantEmail|Correo del vendedor', () => 'sales@shop.example'),
  kind('store e-mail', 'Store E-mail|Shop Email|contact_email|Kontakt E-Mail|Email boutique|support_email', () => 'hello@shop.example'),
  kind('staff e-mail', 'Sales Rep Email|handled_by|Sachbearbeiter|agent_mail|Created By|bearbeiter_mail', ({ draw }) => `${draw.of(['eva', 'tom', 'kim'])}@shop.example`),
  kind('seller name', 'Seller|Vendor Name|Verkäufer|Vendeur|store_name|Nombre de la tienda|merchantName', ({ draw }) => draw.of(['Northwind Goods', 'Haus & Hof', 'Maison Claire'])),
  kind('staff name', 'Sales Person|Packed By|Bearbeiter|Vendedor|picker_name|Préparateur', ({ draw }) => draw.of(['Eva Stone', 'Tom Reed', 'Kim Park'])),
  kind('company', 'Company|Firma|Société|Empresa|company_name', ({ draw }) => draw.of(['', '', 'Acme Ltd', 'Beta GmbH'])),
  kind('salutation', 'Title|Anrede|Civilité|salutation|Tratamiento', ({ draw }) => draw.of(['Mr', 'Ms', 'Dr'])),
  kind('login name', 'User Name|Username|Benutzername|login|nickname|Pseudo', ({ order }) => `${order.first.toLowerCase()}${order.number.slice(-3)}`),
  kind('gift giver', 'Gift From|Sender Name|Absender|Expéditeur|gift_sender', ({ draw }) => draw.of(['', 'Grandma', 'Uncle Bo'])),
  kind('marketing e-mail', 'Newsletter Email|Alternative Email|Second Email|Zweite E-Mail|paypal_email|Payer Email', ({ order }) => `alt.${order.number}@mail.example`),
];

/** Times that are not those of the order, its last change or its shipping. */
const TIMES: readonly Kind[] = [
  kind('ship by', 'Ship By|Ship By Date|Versand bis|À expédier avant|shipByDate|ship_deadline|Enviar antes de', ({ order }) => ms(cutDay(order.created) + 2 * DAY)),
  kind('latest delivery', 'Latest Delivery|Späteste Lieferzeit|latest_delivery_date|Livraison au plus tard|Entrega límite', ({ order }) => ms(cutDay(order.created) + 9 * DAY)),
  kind('promised delivery', 'Promised Date|Zugesagter Liefertermin|promised_at|Date promise|Wunschtermin|Requested Delivery', ({ order }) => ms(cutDay(order.created) + 5 * DAY)),
  kind('expected ship date', 'Expected Ship Date|Voraussichtlicher Versand|estimatedShipDate|Expédition prévue|ETD', ({ order }) => ms(cutDay(order.created) + 3 * DAY)),
  kind('expected delivery', 'Estimated Delivery|Liefertermin|ETA|expected_delivery|Date de livraison prévue|Fecha estimada', ({ order }) => ms(cutDay(order.created) + 6 * DAY)),
  kind('printed', 'Print Date|Gedruckt am|printed_at|Imprimé le|label_printed|Label Date', ({ order }) => ms(order.created + 33 * MINUTE)),
  kind('imported', 'Imported At|Import Date|Importiert am|synced_at|Date import|Download Date|exported_at', () => ms(Date.UTC(2026, 9, 1, 6))),
  kind('invoiced', 'Invoice Date|Rechnungsdatum|Date de facture|invoiced_at|Fecha factura|BLDAT', ({ order }) => ms(order.created + 47 * MINUTE)),
  kind('paid', 'Paid At|Bezahlt am|Payment Date|Date de paiement|paid_on|Fecha de pago', ({ order }) => ms(order.created + 4 * MINUTE)),
  kind('return until', 'Return Until|Rückgabe bis|return_deadline|Retour avant le|Return Window End', ({ order }) => ms(cutDay(order.created) + 30 * DAY)),
  kind('customer since', 'Customer Since|Kunde seit|registered_at|Client depuis|Account Created|member_since', ({ draw }) => ms(Date.UTC(2022, draw.from(0, 11), draw.from(1, 28)))),
  kind('birthday', 'Birthday|Geburtsdatum|dob|Date de naissance|Birth Date', ({ draw }) => ms(Date.UTC(draw.from(1960, 2003), draw.from(0, 11), draw.from(1, 28)))),
  kind('payment due', 'Due Date|Fällig am|due_at|Échéance|Fecha de vencimiento', ({ order }) => ms(cutDay(order.created) + 14 * DAY)),
];

/** Money of an order that is no part of its sum, and money that is. */
const MONEY: readonly Kind[] = [
  kind('commission', 'Commission|Provision|Marketplace Fee|Verkaufsprovision|Comisión|selling_fee', ({ order }) => cents(Math.floor(order.total / 8))),
  kind('payout', 'Payout|Auszahlung|Net Payout|payout_amount|Versement|Abono neto', ({ order }) => cents(order.total - Math.floor(order.total / 8))),
  kind('payment fee', 'Payment Fee|Gateway Fee|Zahlungsgebühr|transaction_fee|Frais de transaction', ({ order }) => cents(Math.floor(order.total / 40) + 25)),
  kind('cost of goods', 'Cost Total|Wareneinsatz|total_cost|Coût total|COGS', ({ order }) => cents(Math.floor(goods(order) / 2))),
  kind('margin', 'Margin|Rohertrag|profit|Marge|Deckungsbeitrag', ({ order }) => cents(Math.floor(goods(order) / 2) - 120)),
  kind('carrier cost', 'Label Cost|Actual Shipping Cost|Portokosten|carrier_charge|Coût transporteur', ({ draw }) => cents(draw.from(300, 900))),
  kind('insured value', 'Insured Value|Warenwert|declared_value|Valeur déclarée|customs_value', ({ order }) => cents(goods(order) - (goods(order) % 1000))),
  kind('lifetime spend', 'Lifetime Value|Total Spent|Kundenumsatz|total_spent|CA client', ({ draw, order }) => cents(order.total + draw.from(0, 99_999))),
  kind('credit limit', 'Credit Limit|Kreditlimit|credit_line|Plafond', () => cents(150_000)),
  kind('wallet used', 'Store Credit Balance|Guthaben|wallet_balance|Solde client', ({ draw }) => cents(draw.of([0, 0, 1000, 2500]))),
  kind('total in another currency', 'Total (EUR ref)|Base Total|base_grand_total|Gesamt in Hauswährung|Total devise', ({ order }) => cents(Math.floor((order.total * 93) / 100))),
  kind('net total', 'Total Net|Nettosumme|total_excl_tax|Total HT|Base imponible', ({ order, shop }) =>
    cents(order.total - (shop.hasTax ? order.lines.reduce((sum, line) => sum + line.tax, 0) : Math.floor(order.total / 6)))),
  kind('free shipping from', 'Free Shipping Threshold|Versandfrei ab|free_from|Franco à partir de', () => cents(5000)),
  { ...kind('surcharge in the total', 'Surcharge|Zuschlag|handling_fee|Supplément|Recargo|COD Fee|Mindermengenzuschlag', ({ order }) => cents(order.surcharge)), isPart: true },
  { ...kind('tip in the total', 'Tip|Trinkgeld|Pourboire|Propina|tip_amount', ({ order }) => cents(order.surcharge)), isPart: true },
];

/** Words that look like a status. */
const WORDS: readonly Kind[] = [
  kind('payment status', 'Payment Status|Financial Status|Zahlungsstatus|État du paiement|payment_state|Estado del pago', ({ order }) => (isPaid(order) ? 'paid' : 'voided')),
  kind('payment in fulfilment words', 'Settlement|Zahlung|payment|Règlement|Abrechnung', ({ order }) => (isPaid(order) ? 'completed' : 'open')),
  kind('return status', 'Return Status|Retourenstatus|return_state|Statut retour', ({ draw }) => draw.of(['none', 'none', 'requested'])),
  kind('fraud status', 'Risk Level|Fraud Status|Risiko|risk|Estado antifraude', ({ draw }) => draw.of(['approved', 'approved', 'review'])),
  kind('sync status', 'Sync Status|Export Status|Übertragung|sync_state|Transmission', ({ draw }) => draw.of(['done', 'pending'])),
  kind('invoice status', 'Invoice Status|Rechnungsstatus|billing_status|Statut facture', ({ draw }) => draw.of(['sent', 'open'])),
  kind('channel', 'Channel|Vertriebskanal|Source|sales_channel|Canal|Origen', ({ draw }) => draw.of(['web', 'app', 'store'])),
  kind('payment method', 'Payment Method|Zahlungsart|payment_type|Mode de paiement|Forma de pago', ({ draw }) => draw.of(['card', 'PayPal', 'invoice'])),
  kind('shipping method', 'Shipping Method|Versandart|delivery_type|Mode de livraison|Método de envío', ({ draw }) => draw.of(['Standard', 'Express', 'Pickup'])),
  kind('is gift', 'Is Gift|Geschenk|is_gift|Cadeau|Es regalo', ({ draw }) => draw.of(['no', 'no', 'yes'])),
  kind('is test', 'Test Order|Testbestellung|is_test|Commande test', () => 'false'),
  kind('is first order', 'First Order|Neukunde|is_new_customer|Premier achat', ({ draw }) => draw.of(['true', 'false'])),
  kind('newsletter', 'Accepts Marketing|Newsletter|opt_in|Abonné', ({ draw }) => draw.of(['yes', 'no'])),
  kind('language', 'Language|Sprache|locale|Langue|Idioma', ({ draw }) => draw.of(['en', 'de', 'fr'])),
  kind('shop country', 'Shop Country|Store Country|Herkunftsland|origin_country|Pays boutique', () => 'NL'),
  kind('currency of the account', 'Payout Currency|Account Currency|Kontowährung|settlement_currency|Devise du compte', () => 'SEK'),
  kind('currency rate', 'Exchange Rate|Wechselkurs|fx_rate|Taux de change', () => '1.0834'),
];

/** Texts, numbers and identifiers of other things. */
const OTHERS: readonly Kind[] = [
  kind('payment id', 'Transaction ID|Zahlungs-ID|payment_id|Référence paiement|psp_reference', ({ draw }) => draw.like('pay_???####??##')),
  kind('batch id', 'Batch|Stapel|batch_no|Lot|Pick List', ({ order }) => `B${order.number.slice(0, 3)}`),
  kind('invoice number', 'Invoice No|Rechnungsnummer|invoice_id|N° facture|Factura|XBLNR', ({ order }) => `R-${Number(order.number) + 70_001}`),
  kind('purchase order', 'PO Number|Bestellnummer Kunde|customer_reference|Référence client|Su pedido', ({ draw }) => draw.of(['', 'PO-17', '4500081'])),
  kind('customer number', 'Customer No|Kundennummer|customer_id|N° client|KUNNR', ({ order }) => order.customer, ['customer.identifier']),
  kind('note with numbers', 'Note|Bemerkung|comment|Remarque|Observaciones|order_note', ({ draw }) => draw.of(['', 'call 0170 555 before 12', '2 boxes, 4th floor', 'ref 8812'])),
  kind('gift message', 'Gift Message|Grußtext|gift_note|Message cadeau', ({ draw }) => draw.of(['', 'Happy 40th!', 'Alles Gute', 'With love, A.'])),
  kind('number of lines', 'Line Count|Positionen|line_items_count|Nb lignes', ({ order }) => order.lines.length),
  kind('number of units', 'Total Qty|Gesamtmenge|total_item_count|Nb articles|Unidades totales', ({ order }) => units(order)),
  kind('number of parcels', 'Packages|Pakete|parcel_count|Colis|Bultos', ({ draw }) => draw.from(1, 3)),
  kind('points', 'Points|Punkte|loyalty_points|Points fidélité|Puntos', ({ order }) => Math.floor(order.total / 100)),
  kind('order weight', 'Total Weight|Gesamtgewicht|total_weight_g|Poids total', ({ order }) => units(order) * 340, ['item.weight']),
  kind('coupon', 'Coupon Code|Gutschein|promo_code|Code promo|Cupón', ({ draw }) => draw.of(['', '', 'SPRING10', 'VIP'])),
  kind('warehouse', 'Warehouse|Lager|warehouse_name|Entrepôt|Almacén', ({ draw }) => draw.of(['Main hall', 'East'])),
  kind('warehouse city', 'Warehouse City|Lagerort|warehouse_city|Ville entrepôt|Ship From City', () => 'Rotterdam'),
  kind('warehouse street', 'Warehouse Address|Lageradresse|ship_from_street|Adresse entrepôt', () => '5 Dock Road'),
  kind('pickup address', 'Pickup Address|Abholadresse|pickup_street|Point relais adresse', ({ draw }) => draw.of(['', '9 Kiosk Square', '12 Rail Yard'])),
  kind('return address', 'Return Address|Rücksendeadresse|return_street|Adresse de retour', () => '77 Returns Way'),
  kind('store zip', 'Store Zip|Filiale PLZ|store_postcode|CP magasin', () => '10999'),
  kind('district', 'District|Ortsteil|neighborhood|Quartier|Localidad|Bairro', ({ draw }) => draw.of(['North', 'Old Town', 'Centre', ''])),
  kind('order page', 'Order URL|Link|status_url|Lien commande', ({ order }) => `https://shop.example/o/${order.number}`),
  kind('user agent', 'IP Address|IP|remote_ip|Adresse IP', ({ draw }) => `198.51.100.${draw.from(1, 250)}`),
  kind('tracking page', 'Tracking URL|Sendungslink|tracking_link|Lien de suivi', ({ order }) => (order.shippedAt ? `https://track.example/${order.number}` : '')),
  kind('constant', 'Version|Mandant|tenant|Société code|MANDT|schema', () => '100'),
  kind('empty', 'Custom 1|Frei 1|attribute1|Champ libre|Reserved', () => ''),
];

export const ORDER_KINDS: readonly Kind[] = [...PEOPLE, ...TIMES, ...MONEY, ...WORDS, ...OTHERS];
