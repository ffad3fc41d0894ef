// Exports of shops that write French.
import { at, type Description } from '../describe.ts';
import { FR, shop, twice, WORDS } from './shops.ts';

export const FRENCH: readonly Description[] = [
  {
    name: 'fr-frais-de-port',
    shop: shop(31, 'FR', { words: WORDS.fr, tax: 'inside', freight: [0, 500, 790] }),
    form: { date: 'd/m/y', decimal: ',' },
    table: {
      delimiter: ';',
      columns: [
        ['N° de commande', 'identifier'],
        ['Date de commande', 'created_at'],
        ["Date d'expédition", 'shipped_date'],
        ['Statut', 'status'],
        ['E-mail', 'customer.email'],
        ...twice('* (facturation)', '* (livraison)', FR),
        ['Référence', 'item.sku'],
        ['Titre', 'item.title'],
        ['Quantité', 'item.quantity'],
        ['Prix unitaire', 'item.unit_price'],
        ['Frais de port', 'shipping'],
        ['Total', 'total'],
        ['Devise', 'currency'],
      ],
    },
  },
  {
    name: 'fr-json-data',
    shop: shop(32, 'FR', { words: WORDS.fr, tax: 'inside' }),
    form: { date: 'offset' },
    json: {
      around: (data) => ({ data }),
      tree: {
        id: at('internal_id'),
        reference: at('identifier'),
        created: at('created_at'),
        updated: at('updated_at'),
        state: at('status'),
        customer: { email: at('customer.email'), id: at('customer.identifier') },
        delivery: {
          name: at('shipping_address.name'),
          street: at('shipping_address.street1'),
          zip: at('shipping_address.zip_code'),
          city: at('shipping_address.city'),
          country: at('shipping_address.country_code'),
        },
        shipping: { amount: at('shipping'), currency: at('currency') },
        total: { amount: at('total'), currency: at('currency') },
        items: {
          lines: {
            sku: at('item.sku'),
            label: at('item.title'),
            quantity: at('item.quantity', { numbers: true }),
            price: { amount: at('item.unit_price'), currency: at('currency') },
          },
        },
      },
    },
  },
];
