// What the words of a column name mean, in the languages that exports are written in: English, German, French, Spanish,
// Portuguese. A name is cut into words, German compounds too, and each word stands for a concept.

/** What one word of a column name can stand for. */
export type Concept =
  | 'order'
  | 'number'
  | 'ship'
  | 'bill'
  | 'customer'
  | 'line'
  | 'item'
  | 'product'
  | 'name'
  | 'first'
  | 'last'
  | 'address'
  | 'second'
  | 'city'
  | 'zip'
  | 'state'
  | 'country'
  | 'phone'
  | 'email'
  | 'price'
  | 'unit'
  | 'quantity'
  | 'total'
  | 'subtotal'
  | 'tax'
  | 'discount'
  | 'cost'
  | 'sku'
  | 'title'
  | 'status'
  | 'date'
  | 'created'
  | 'updated'
  | 'tracking'
  | 'currency'
  | 'note'
  | 'tags'
  | 'weight'
  | 'image'
  | 'barcode'
  | 'payment'
  | 'method'
  | 'company'
  | 'rate'
  | 'cancel'
  | 'refund'
  | 'code'
  | 'variant'
  | 'recipient'
  | 'house'
  | 'reference'
  | 'freight'
  | 'coupon'
  | 'bought'
  | 'planned'
  | 'other';

const WORDS: Readonly<Record<Concept, string>> = {
  order:
    'order orders bestell bestellung bestellungen auftrag auftrags commande commandes pedido pedidos orden ordenes encomenda encomendas purchase compra venta venda sale sales belegs beleg kauf vendas',
  number: 'number no nr num nbr nummer numero n id identifier identifiant identificador key num numer nro',
  ship: 'shipping ship shipped shipment ships deliver delivery delivered dispatch dispatched liefer lieferung geliefert versand versandt versendet livraison livre expedition expedie envoi envio envios enviado enviada entrega entregue destino expediee expedies expedicion expedicao despacho despachado despachada envoye envoyee warenausgang fulfilled livree consegna enviados spedito abgang ausgeliefert verschickt',
  bill: 'billing bill invoice invoicing rechnung rechnungs facturation facture facturacion factura cobranca faturamento fatura payer faturacao faturas cobro pagador',
  customer:
    'customer client clients kunde kunden cliente clientes buyer kaufer acheteur comprador shopper user besteller account konto conta compradora kundin',
  line: 'line position positions pos zeile zeilen ligne lignes linea lineas linha linhas',
  item: 'item items lineitem itens',
  product:
    'artikel produkt produkts product products produit produits article articles producto productos articulo articulos produto produtos waren ware artigo artigos goods',
  name: 'name names nom nombre nome fullname namen full completo complet',
  first: 'first given firstname vorname prenom forename primeiro',
  last: 'last lastname surname family familyname nachname famille apellido apellidos apelido sobrenome zuname',
  address:
    'address addr street strasse str adresse rue calle direccion endereco rua logradouro domicilio morada via anschrift strassenname morada endereco',
  second:
    'address2 street2 line2 apt apartment suite complement complemento zusatz adresszusatz 2 piso complemento andar zusatz',
  city: 'city town ort stadt ville ciudad cidade localidad localidade poblacion municipio wohnort commune',
  zip: 'zip zipcode postcode postal plz postleitzahl cp cep',
  state:
    'state province region bundesland kanton provincia estado departement departamento county uf distrito district landkreis comarca prefecture',
  country: 'country land pays pais nation lander',
  phone:
    'phone telephone telefon tel telefono telefone mobile handy celular movil fone telefonnummer rufnummer portable mobil telemovel movel gsm',
  email: 'email mail courriel correo mailadresse',
  price: 'price preis prix precio preco tarif',
  unit: 'unit unitaire unitario unitaria einzel stuck each per pro par por unidad unidade',
  quantity:
    'quantity qty menge anzahl quantite qte cantidad cant quantidade qtd qtde units stuckzahl pieces pcs unidades stucke uds und ud pz stk bestellmenge',
  total:
    'total gesamt summe betrag montant importe valor amount sum grand endbetrag totale totaux wert value montants valores monto vlr',
  subtotal: 'subtotal zwischen sub sous merchandise',
  tax: 'tax taxes vat mwst ust steuer umsatzsteuer mehrwertsteuer taxe tva iva impuesto impuestos imposto impostos gst',
  discount:
    'discount discounts rabatt remise reduction descuento descuentos desconto descontos nachlass promotion dto rabais remises reductions',
  cost: 'cost costs kosten fee fees frais gastos coste costes charge charges gebuhr custo custos',
  sku: 'sku artnr artikelnr mpn artnr',
  title:
    'title titel bezeichnung description designation libelle descripcion titulo descricao beschreibung denominacion concepto',
  status:
    'status etat statut estatus situacao zustand stand fulfillment fulfilment situacion estados etats statuts',
  date: 'date datum fecha data time zeit zeitpunkt timestamp at am on heure hora jour',
  created:
    'created placed creation creado criado criacao angelegt erstellt passee passed ordered eingang creacion erfasst eingegangen creee cree',
  updated:
    'updated update modified modification modifie modificado modificacion changed geandert anderung aktualisiert actualizado actualizacion atualizado atualizacao maj revised letzte ultima derniere dernier zuletzt alterado alteracao actualizada modifiee modifies modificada alterada edited touched',
  tracking:
    'tracking sendung sendungs suivi seguimiento rastreio rastreamento rastreo awb trackingnummer paket consignment colis rastreamento guia',
  currency: 'currency wahrung devise moneda moeda monnaie divisa',
  note: 'note notes comment comments remark remarks bemerkung anmerkung kommentar remarque commentaire nota observaciones observacoes comentario comentarios hinweis',
  tags: 'tags tag labels schlagworte etiquetas etiquettes',
  weight: 'weight gewicht poids peso',
  image: 'image bild imagen foto imagem photo picture url link',
  barcode: 'upc ean gtin barcode strichcode barres barras ean13 codebarres',
  payment:
    'payment paid zahlung zahlungs bezahlt paiement paye pago pagado pagamento pagado financial transaction payee payees pagada pagos zahlungseingang',
  method:
    'method art methode metodo mode forma provider carrier transporteur transportista transportadora dienstleister type typ typo tipo service',
  company: 'company firma societe empresa organisation organization vatid entreprise empresa razao',
  rate: 'rate satz taux tasa aliquota percent prozent porcentaje',
  cancel:
    'cancel cancelled canceled cancellation storno storniert annule annulation cancelado cancelacion cancelamento annulee annules stornierung stornierungs anulacion anulado anulada cancelada canceled',
  refund:
    'refund refunds refunded erstattung erstattungen erstattet erstatteter erstattete ruckerstattung ruckerstattet ruckzahlung rembourse remboursee remboursement remboursements reembolso reembolsos reembolsado reembolsada devolucion devoluciones devuelto devolucao estorno estornado return returned retour',
  code: 'code codes codigo cod kode',
  recipient: 'recipient receiver consignee destinataire destinatario empfanger',
  house: 'house haus hausnummer hausnr housenumber',
  reference: 'ref reference referencia referenz',
  freight: 'freight frete fracht postage porto portes port',
  coupon: 'coupon coupons gutschein voucher cupon cupom promo',
  bought: 'achat achats einkauf einkaufs ek buying',
  planned:
    'estimated expected planned promised due requested desired voraussichtlich voraussichtliche voraussichtlicher geplant erwartet gewunscht estimee estime prevue prevu souhaitee estimada estimado prevista previsto previsao prevision wunsch limite',
  variant:
    'variant variante variation option size color colour grosse farbe taille couleur talla cor tamanho parent',
  other:
    'warehouse lager entrepot almacen armazem channel kanal canal source marketing utm device ip browser rating loyalty affiliate campaign internal intern export batch row zeilennummer employee mitarbeiter store filiale gift geschenk vendor lieferant brand marke marca category kategorie categoria categorie session sitzung sitzungs sesion sessao stock bestand inventory existencias estoque group gruppe groupe grupo loyalty points punkte puntos pontos treue language sprache langue idioma device gerat appareil dispositivo bin lagerplatz emplacement ubicacion localizacao profit margin gewinn',
};

/** Words without a meaning of their own. */
const FILLERS = new Set(
  'of the de la le les du des der die das von fur a al ao do da dos das e y und et and to for d l en el los las zu in im with mit con com avec'.split(
    ' ',
  ),
);

const CONCEPT_OF = new Map<string, Concept>(
  (Object.entries(WORDS) as [Concept, string][]).flatMap(([concept, words]) =>
    words.split(' ').map((word): [string, Concept] => [word, concept]),
  ),
);

/** The first parts of German compounds, and a few of other languages that are written as one word. */
const COMPOUND =
  /^(rechnungs?|liefer(?:ungs)?|versand|kunden?|kaufer|empfanger|bestell(?:ungs)?|auftrags?|artikel|produkt|positions?|gesamt|einzel|stuck|zwischen|netto|brutto|zeilen|sendungs?|waren|steuer|rabatt|storno|zahlungs?|erstell(?:ungs)?|anderungs?|eingangs?|kauf|einkaufs?|beleg|stornierungs?|paket|mobil|lander|haus|fracht|gutschein|familien|tracking|waren|lager|sitzungs?|shipping|billing|delivery|customer|order|item|line|product|unit|total|tracking|tax|discount|buyer)(?=[a-z]{2})/;

const TAX = '(?:tax|taxes|vat|gst|mwst|ust|steuern?|tva|iva|impuestos?|impostos?)';
const LINE = '(?:line|zeile|ligne|linea|linha)';
const STREET = '(?:address|adresse|adress|direccion|endereco)';
const PARTY =
  '(?:shipping|delivery|billing|invoice|livraison|expedition|facturation|envio|entrega|facturacion|cobranca|faturamento|faturacao)';

/** Words that mean one thing together, and additions that do not change what the column is. The first that fits is replaced. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  // With or without tax: the sums say which.
  [
    new RegExp(
      `\\b(?:incl|inkl|inc|including|included|excl|exkl|ex|excluding|con|sin|com|sem|avec|sans|hors|mit|ohne|zzgl|plus) ${TAX}\\b`,
      'g',
    ),
    ' ',
  ],
  [
    new RegExp(
      `\\b${TAX} (?:incl|inkl|included|excluded|excl|incluido|incluida|incluso|inclus|comprise)\\b`,
      'g',
    ),
    ' ',
  ],
  [
    /\b(?:ttc|ht|brutto|netto|gross|net|brut|bruto|neto|liquido)\b(?=.)|(?<=.)\b(?:ttc|ht|brutto|netto|gross|net)\b/g,
    ' ',
  ],
  // The lines of an address are no lines of an order.
  [new RegExp(`\\b${STREET} ?${LINE} ?(?=\\d|$)`, 'g'), 'address '],
  [new RegExp(`\\b${LINE} (?:de |d |do |da )?${STREET}(?![a-z])`, 'g'), 'address'],
  [/\b(?:ultimo|ultimos|dernier|letzter) (?=nomes?\b|noms?\b|name\b|nombre\b)/g, 'last '],
  [/\bstreet address\b/g, 'street'],
  // `Adresse de livraison - Ville`, `Shipping Address City`: the address is only the block.
  [new RegExp(`\\b(?:adresse|direccion|endereco|morada) (?:de |da |do )?(${PARTY})(?= [a-z])`, 'g'), '$1'],
  [new RegExp(`\\b(${PARTY}) address(?= [a-z])`, 'g'), '$1'],
  [/\b(rechnungs|liefer|versand)(?:adresse|anschrift)(?= [a-z])/g, '$1adr'],
  [/^(?:re|rg|rech) (?=[a-z])/, 'rechnung '],
  [/^(?:li|lief) (?=[a-z])/, 'lieferung '],
  [/\bmise a jour\b/g, 'maj'],
  [/\bp ?u\b/g, 'unit price'],
  [/\b(?:pvp|vk preis|vk)\b/g, 'price'],
  [/\bp unitario\b/g, 'unit price'],
  [/\bart(?:ikel)? ?nr\b/g, 'artikelnr'],
  [/\bstock code\b/g, 'sku'],
  [/\bc p\b/g, 'cp'],
  [/\bpreis pro (?:stuck|einheit)\b/g, 'unit price'],
];
const CURRENCY = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()));

/** The words of a column name: lower case, without accents, compounds cut. `ShippingCity` and `Lieferort` are two words. */
export function wordsOf(name: string): string[] {
  const plain = name
    .replace(/ß/g, 'ss')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/MwSt/g, 'Mwst')
    .replace(/USt/g, 'Ust')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .replace(/e-mail/g, 'email')
    .replace(/[^a-z\d]+/g, ' ')
    .trim();
  const phrased = PHRASES.reduce((text, [phrase, word]) => text.replace(phrase, word), plain).trim();
  const words = (phrased === '' ? plain : phrased).split(' ').filter((word) => word !== '');
  // `Total EUR`: the currency says nothing about what the column is.
  return (words.length > 1 ? words.filter((word, i) => i === 0 || !CURRENCY.has(word)) : words).flatMap(
    partsOf,
  );
}

function partsOf(word: string): string[] {
  if (CONCEPT_OF.has(word)) return [word];
  // Umlauts that are written with an e: `Empfaenger`.
  const folded = word.replace(/([aou])e/g, '$1');
  if (folded !== word && partsOf(folded).every((part) => CONCEPT_OF.has(part))) return partsOf(folded);
  const numbered = /^([a-z]{3,})(\d{1,2})$/.exec(word);
  const block = /^(rechnungs|liefer|versand)adr$/.exec(word);
  if (block) return [CONCEPT_OF.has(block[1]!) ? block[1]! : 'rechnung'];
  if (numbered) return [...partsOf(numbered[1]!), numbered[2]!];
  const first = COMPOUND.exec(word)?.[1];
  if (first === undefined) return [word];
  const stem = CONCEPT_OF.has(first) ? first : first.replace(/s$/, '');
  return [CONCEPT_OF.has(stem) ? stem : first, ...partsOf(word.slice(first.length))];
}

export interface NameMeaning {
  readonly concepts: ReadonlySet<Concept>;
  /** Words that stand for nothing known. */
  readonly unknown: number;
}

/** The concepts in a column name. */
export function meaningOf(name: string): NameMeaning {
  const concepts = new Set<Concept>();
  let unknown = 0;
  for (const word of wordsOf(name)) {
    const concept = CONCEPT_OF.get(word);
    if (concept) concepts.add(concept);
    else if (!FILLERS.has(word) && !/^\d+$/.test(word)) unknown++;
  }
  return { concepts, unknown };
}

/** What the service calls it, for the words that shops use for the state of an order. Other words are asked for. */
export type OrderStatus = 'Shipped' | 'Created' | 'Cancelled';

const STATUS: Readonly<Record<OrderStatus, string>> = {
  Shipped:
    'shipped fulfilled complete completed closed delivered done sent dispatched versendet versandt geliefert ausgeliefert abgeschlossen zugestellt expedie expediee livre livree termine terminee envoye envoyee enviado enviada entregado entregada completado completada finalizado entregue concluido concluida finalizada despachado',
  Created:
    'created new open pending processing unfulfilled unshipped placed accepted paid preparing confirmed hold offen neu bearbeitung bezahlt wartend angenommen bestatigt nouvelle nouveau attente preparation cours payee paye confirmee nuevo nueva pendiente proceso procesando pagado preparando confirmado novo nova neue separacao wartet zuruckgestellt authorized awaiting backorder pendente processando processamento pago preparacao abierto aberto partial partially teilweise parcial',
  Cancelled:
    'cancelled canceled void voided storniert abgebrochen annule annulee cancelado cancelada anulado anulada storno',
};

const STATUS_OF = new Map<string, OrderStatus>(
  (Object.entries(STATUS) as [OrderStatus, string][]).flatMap(([status, words]) =>
    words.split(' ').map((word): [string, OrderStatus] => [word, status]),
  ),
);

/** The meaning that a status word probably has; undefined for an unknown one. It is proposed, never taken for granted. */
export function statusMeant(word: string): OrderStatus | undefined {
  const meant = new Set(
    wordsOf(word).flatMap((part) => {
      const one = STATUS_OF.get(part);
      return one ? [one] : [];
    }),
  );
  if (meant.has('Cancelled')) return 'Cancelled';
  if (meant.has('Created')) return 'Created';
  return meant.has('Shipped') && !/\b(not|nicht|non|no|nao|un)\b/.test(word.toLowerCase())
    ? 'Shipped'
    : undefined;
}
