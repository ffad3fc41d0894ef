// Columns that exports have besides those of an order message. Their values look like those of the columns that count: money,
// dates, numbers, identifiers, words.
import type { Language } from './header-words.ts';

/** What the values of a column are made of. */
export type Noise =
  | { readonly kind: 'words'; readonly values: readonly string[] }
  | { readonly kind: 'number'; readonly from: number; readonly to: number }
  | { readonly kind: 'money'; readonly from: number; readonly to: number }
  | { readonly kind: 'code'; readonly prefix: string; readonly digits: number }
  | { readonly kind: 'date'; readonly days: number }
  | { readonly kind: 'weight' }
  | { readonly kind: 'hash' }
  | { readonly kind: 'ip' };

export interface NoiseColumn {
  readonly of: 'order' | 'line';
  readonly noise: Noise;
  readonly names: Readonly<Record<Language, string>>;
}

const words = (...values: string[]): Noise => ({ kind: 'words', values });
const names = (en: string, de: string, fr: string, es: string, pt: string) => ({ en, de, fr, es, pt });

export const NOISE: readonly NoiseColumn[] = [
  {
    of: 'order',
    noise: words('WH-01', 'WH-02', 'BER-1'),
    names: names('Warehouse', 'Lager', 'Entrepôt', 'Almacén', 'Depósito'),
  },
  {
    of: 'order',
    noise: words('Web', 'Marketplace', 'POS', 'App'),
    names: names('Sales Channel', 'Verkaufskanal', 'Canal de vente', 'Canal de venta', 'Canal de venda'),
  },
  {
    of: 'order',
    noise: words('PayPal', 'Visa', 'Klarna', 'Bank transfer'),
    names: names('Payment Method', 'Zahlungsart', 'Mode de paiement', 'Método de pago', 'Forma de pagamento'),
  },
  {
    of: 'order',
    noise: words('', '', '', 'SUMMER10', 'WELCOME5'),
    names: names('Coupon Code', 'Gutscheincode', 'Code promo', 'Cupón', 'Cupom'),
  },
  {
    of: 'order',
    noise: words('desktop', 'mobile', 'tablet'),
    names: names('Device', 'Gerät', 'Appareil', 'Dispositivo', 'Dispositivo'),
  },
  {
    of: 'order',
    noise: { kind: 'number', from: 0, to: 950 },
    names: names('Loyalty Points', 'Treuepunkte', 'Points de fidélité', 'Puntos', 'Pontos de fidelidade'),
  },
  {
    of: 'order',
    noise: { kind: 'code', prefix: 'INV-', digits: 6 },
    names: names(
      'Invoice Number',
      'Rechnungsnummer',
      'Numéro de facture',
      'Número de factura',
      'Número da fatura',
    ),
  },
  {
    of: 'order',
    noise: { kind: 'code', prefix: '', digits: 9 },
    names: names(
      'Transaction ID',
      'Transaktions-ID',
      'ID de transaction',
      'ID de transacción',
      'ID da transação',
    ),
  },
  {
    of: 'order',
    noise: words('DHL', 'UPS', 'GLS', 'FedEx'),
    names: names('Carrier', 'Versanddienstleister', 'Transporteur', 'Transportista', 'Transportadora'),
  },
  {
    of: 'order',
    noise: words('Standard', 'Express', 'Pickup point'),
    names: names('Shipping Method', 'Versandart', 'Mode de livraison', 'Método de envío', 'Forma de envio'),
  },
  {
    of: 'order',
    noise: words('Retail', 'Wholesale', 'VIP'),
    names: names('Customer Group', 'Kundengruppe', 'Groupe client', 'Grupo de clientes', 'Grupo de clientes'),
  },
  {
    of: 'order',
    noise: { kind: 'ip' },
    names: names('IP Address', 'IP-Adresse', 'Adresse IP', 'Dirección IP', 'Endereço IP'),
  },
  {
    of: 'order',
    noise: { kind: 'hash' },
    names: names('Session ID', 'Sitzungs-ID', 'ID de session', 'ID de sesión', 'ID da sessão'),
  },
  {
    of: 'order',
    noise: { kind: 'date', days: 9 },
    names: names(
      'Estimated Delivery',
      'Voraussichtliche Lieferung',
      'Livraison estimée',
      'Entrega estimada',
      'Previsão de entrega',
    ),
  },
  {
    of: 'order',
    noise: words('', '', '', 'Please ring twice', 'Leave at the door'),
    names: names('Customer Note', 'Kundenkommentar', 'Commentaire client', 'Nota del cliente', 'Observações'),
  },
  {
    of: 'order',
    noise: words('paid', 'paid', 'authorized'),
    names: names(
      'Payment Status',
      'Zahlungsstatus',
      'Statut du paiement',
      'Estado del pago',
      'Status do pagamento',
    ),
  },
  {
    of: 'order',
    noise: words('anna', 'import', 'system'),
    names: names('Created By', 'Erstellt von', 'Créé par', 'Creado por', 'Criado por'),
  },
  {
    of: 'order',
    noise: words('en', 'de', 'fr'),
    names: names('Language', 'Sprache', 'Langue', 'Idioma', 'Idioma'),
  },
  {
    of: 'order',
    noise: { kind: 'money', from: 0, to: 0 },
    names: names('Gift Card Amount', 'Geschenkkarte', 'Carte cadeau', 'Tarjeta regalo', 'Vale-presente'),
  },
  {
    of: 'line',
    noise: { kind: 'weight' },
    names: names('Weight (kg)', 'Gewicht (kg)', 'Poids (kg)', 'Peso (kg)', 'Peso (kg)'),
  },
  {
    of: 'line',
    noise: { kind: 'money', from: 150, to: 4000 },
    names: names('Cost Price', 'Einkaufspreis', "Prix d'achat", 'Precio de coste', 'Preço de custo'),
  },
  {
    of: 'line',
    noise: words('19', '7', '20'),
    names: names('Tax Rate', 'MwSt.-Satz', 'Taux de TVA', 'Tipo de IVA', 'Alíquota'),
  },
  {
    of: 'line',
    noise: words('Shirts', 'Shoes', 'Home', 'Garden'),
    names: names('Category', 'Kategorie', 'Catégorie', 'Categoría', 'Categoria'),
  },
  {
    of: 'line',
    noise: words('Nordlys', 'Acme', 'Fjord'),
    names: names('Brand', 'Marke', 'Marque', 'Marca', 'Marca'),
  },
  {
    of: 'line',
    noise: words('S', 'M', 'L', 'XL'),
    names: names('Size', 'Größe', 'Taille', 'Talla', 'Tamanho'),
  },
  {
    of: 'line',
    noise: { kind: 'number', from: 0, to: 480 },
    names: names('Stock', 'Lagerbestand', 'Stock', 'Existencias', 'Estoque'),
  },
  {
    of: 'line',
    noise: words('A-01-3', 'B-12-1', 'C-04-2'),
    names: names('Bin', 'Lagerplatz', 'Emplacement', 'Ubicación', 'Localização'),
  },
];
