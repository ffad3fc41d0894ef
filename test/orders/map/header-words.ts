// What shops and order systems write in the headers of their exports, in five languages. Collected from public exports and manuals,
// and without a look at the words that `orders map` knows: the tables must be as strange to it as those of a stranger.
export type Language = 'en' | 'de' | 'fr' | 'es' | 'pt';

/** Columns of an order and of its lines, besides those of an address. */
export type Column =
  | 'number'
  | 'internalId'
  | 'created'
  | 'modified'
  | 'shipped'
  | 'cancelled'
  | 'paid'
  | 'status'
  | 'email'
  | 'phone'
  | 'customerId'
  | 'firstName'
  | 'lastName'
  | 'fullName'
  | 'currency'
  | 'sku'
  | 'title'
  | 'quantity'
  | 'unit'
  | 'amount'
  | 'lineDiscount'
  | 'lineTax'
  | 'lineId'
  | 'ean'
  | 'tracking'
  | 'discount'
  | 'shipping'
  | 'shippingTax'
  | 'tax'
  | 'subtotal'
  | 'total';

export type Place =
  | 'first'
  | 'last'
  | 'name'
  | 'company'
  | 'street'
  | 'house'
  | 'street2'
  | 'zip'
  | 'city'
  | 'state'
  | 'country'
  | 'phone';

export interface HeaderWords {
  readonly columns: Readonly<Record<Column, readonly string[]>>;
  readonly places: Readonly<Record<Place, readonly string[]>>;
  /** How a word of an address names the block; `*` is the word. */
  readonly billing: readonly string[];
  readonly shipping: readonly string[];
  /** Behind prices with tax and without. */
  readonly gross: readonly string[];
  readonly net: readonly string[];
  readonly statuses: Readonly<Record<'Shipped' | 'Created' | 'Cancelled' | 'leave out', readonly string[]>>;
}

export const HEADER_WORDS: Readonly<Record<Language, HeaderWords>> = {
  en: {
    columns: {
      number: ['Order Number', 'Order No.', 'Order Ref', 'Order Reference', 'Sales Order', 'Order #'],
      internalId: ['Internal ID', 'Record ID', 'Entity ID', 'UUID'],
      created: ['Order Date', 'Date Created', 'Created At', 'Purchase Date', 'Placed On', 'Ordered At'],
      modified: ['Last Modified', 'Updated At', 'Date Modified', 'Last Update', 'Modified On'],
      shipped: ['Ship Date', 'Dispatch Date', 'Shipped At', 'Date Shipped', 'Fulfilled At', 'Shipped On'],
      cancelled: ['Cancelled At', 'Cancellation Date', 'Date Cancelled'],
      paid: ['Paid At', 'Payment Date', 'Date Paid'],
      status: ['Status', 'Order Status', 'Fulfilment Status', 'Order State'],
      email: ['Email', 'Customer Email', 'E-mail Address', 'Buyer Email'],
      phone: ['Phone', 'Telephone', 'Customer Phone', 'Phone Number', 'Mobile'],
      customerId: ['Customer ID', 'Customer Number', 'Account No'],
      firstName: ['First Name', 'Customer First Name', 'Forename'],
      lastName: ['Last Name', 'Customer Last Name', 'Surname'],
      fullName: ['Customer Name', 'Customer', 'Buyer Name', 'Name'],
      currency: ['Currency', 'Currency Code', 'Order Currency'],
      sku: ['SKU', 'Item SKU', 'Product Code', 'Item Code', 'Article Number', 'Stock Code'],
      title: ['Product Name', 'Item Name', 'Description', 'Item Title', 'Product'],
      quantity: ['Quantity', 'Qty', 'Qty Ordered', 'Units', 'Quantity Ordered'],
      unit: ['Unit Price', 'Price', 'Item Price', 'Price Each', 'Price per Unit'],
      amount: ['Line Total', 'Line Amount', 'Row Total', 'Extended Price', 'Item Total'],
      lineDiscount: ['Line Discount', 'Item Discount', 'Discount (Line)'],
      lineTax: ['Line Tax', 'Item Tax', 'Line VAT'],
      lineId: ['Line ID', 'Line Item ID', 'Order Line ID', 'Order Item ID'],
      ean: ['EAN', 'Barcode', 'UPC', 'GTIN'],
      tracking: ['Tracking Number', 'Tracking No', 'Tracking Code', 'Consignment No'],
      discount: ['Discount', 'Order Discount', 'Discount Total', 'Total Discount', 'Discount Amount'],
      shipping: ['Shipping', 'Shipping Cost', 'Shipping Amount', 'Postage', 'Delivery Charge', 'Freight'],
      shippingTax: ['Shipping Tax', 'Tax on Shipping'],
      tax: ['Tax', 'Tax Amount', 'VAT', 'Total Tax', 'Sales Tax'],
      subtotal: ['Subtotal', 'Items Total', 'Merchandise Total', 'Goods Value'],
      total: ['Total', 'Order Total', 'Grand Total', 'Total Amount', 'Order Amount'],
    },
    places: {
      first: ['First Name'],
      last: ['Last Name'],
      name: ['Name', 'Full Name', 'Recipient'],
      company: ['Company'],
      street: ['Street', 'Address', 'Address 1', 'Address Line 1', 'Street Address'],
      house: ['House No'],
      street2: ['Address 2', 'Address Line 2'],
      zip: ['Zip', 'Postcode', 'Postal Code', 'Zip Code'],
      city: ['City', 'Town'],
      state: ['State', 'Province', 'Region', 'County'],
      country: ['Country', 'Country Code'],
      phone: ['Phone', 'Telephone'],
    },
    billing: ['Billing *', 'Bill To *', '* (Billing)', 'Invoice *', 'Billing Address *'],
    shipping: ['Shipping *', 'Ship To *', '* (Shipping)', 'Delivery *', 'Shipping Address *'],
    gross: ['incl. tax', 'gross', 'inc VAT'],
    net: ['excl. tax', 'net', 'ex VAT'],
    statuses: {
      Shipped: ['Shipped', 'Completed', 'Delivered', 'Dispatched', 'Fulfilled'],
      Created: ['Processing', 'Pending', 'Awaiting shipment', 'On hold', 'New'],
      Cancelled: ['Cancelled', 'Canceled', 'Void'],
      'leave out': ['Payment failed', 'Draft', 'Abandoned'],
    },
  },
  de: {
    columns: {
      number: [
        'Bestellnummer',
        'Bestell-Nr.',
        'Auftragsnummer',
        'Auftragsnr.',
        'Belegnummer',
        'Bestellung Nr.',
      ],
      internalId: ['Interne ID', 'Datensatz-ID', 'ID', 'UUID'],
      created: ['Bestelldatum', 'Auftragsdatum', 'Erstellt am', 'Bestellt am', 'Eingangsdatum', 'Kaufdatum'],
      modified: ['Letzte Änderung', 'Geändert am', 'Änderungsdatum', 'Aktualisiert am', 'Zuletzt geändert'],
      shipped: ['Versanddatum', 'Versendet am', 'Versandt am', 'Lieferdatum', 'Warenausgang am'],
      cancelled: ['Storniert am', 'Stornodatum', 'Stornierungsdatum'],
      paid: ['Bezahlt am', 'Zahlungsdatum', 'Zahlungseingang'],
      status: ['Status', 'Bestellstatus', 'Auftragsstatus', 'Versandstatus'],
      email: ['E-Mail', 'E-Mail-Adresse', 'Kunden-E-Mail', 'Email', 'Mailadresse'],
      phone: ['Telefon', 'Telefonnummer', 'Tel.', 'Mobilnummer'],
      customerId: ['Kundennummer', 'Kunden-Nr.', 'Kunden-ID'],
      firstName: ['Vorname', 'Kunde Vorname'],
      lastName: ['Nachname', 'Kunde Nachname', 'Familienname'],
      fullName: ['Kundenname', 'Kunde', 'Name', 'Käufer'],
      currency: ['Währung', 'Währungscode'],
      sku: ['Artikelnummer', 'Artikel-Nr.', 'Art.-Nr.', 'SKU', 'Artikelnr'],
      title: ['Artikelname', 'Bezeichnung', 'Artikelbezeichnung', 'Produktname', 'Artikel'],
      quantity: ['Menge', 'Anzahl', 'Stückzahl', 'Bestellmenge'],
      unit: ['Einzelpreis', 'Stückpreis', 'Preis', 'VK-Preis', 'Preis pro Stück'],
      amount: ['Gesamtpreis Position', 'Positionssumme', 'Zeilensumme', 'Positionswert', 'Positionsbetrag'],
      lineDiscount: ['Positionsrabatt', 'Rabatt Position', 'Artikelrabatt'],
      lineTax: ['MwSt. Position', 'Positionssteuer', 'Steuerbetrag Position'],
      lineId: ['Positions-ID', 'Position ID', 'Bestellpositions-ID'],
      ean: ['EAN', 'GTIN', 'Barcode'],
      tracking: ['Sendungsnummer', 'Trackingnummer', 'Paketnummer', 'Tracking-ID'],
      discount: ['Rabatt', 'Gesamtrabatt', 'Rabattbetrag', 'Nachlass', 'Gutschein Betrag'],
      shipping: ['Versandkosten', 'Versand', 'Lieferkosten', 'Porto', 'Frachtkosten'],
      shippingTax: ['MwSt. Versand', 'Versandkosten Steuer'],
      tax: ['MwSt.', 'Steuer', 'Steuerbetrag', 'Mehrwertsteuer', 'USt'],
      subtotal: ['Zwischensumme', 'Warenwert', 'Summe Artikel', 'Artikelsumme'],
      total: ['Gesamtbetrag', 'Gesamtsumme', 'Summe', 'Rechnungsbetrag', 'Bestellwert', 'Endbetrag'],
    },
    places: {
      first: ['Vorname'],
      last: ['Nachname', 'Name'],
      name: ['Name', 'Empfänger'],
      company: ['Firma'],
      street: ['Straße', 'Adresse', 'Straße 1', 'Anschrift'],
      house: ['Hausnummer', 'Haus-Nr.'],
      street2: ['Adresszusatz', 'Zusatz'],
      zip: ['PLZ', 'Postleitzahl'],
      city: ['Ort', 'Stadt'],
      state: ['Bundesland', 'Region', 'Kanton'],
      country: ['Land', 'Ländercode', 'Land ISO'],
      phone: ['Telefon', 'Tel.'],
    },
    billing: ['Rechnung *', 'Rechnungsadresse *', '* (Rechnung)', 'Rechnungsadresse: *', 'RE *'],
    shipping: ['Lieferung *', 'Lieferadresse *', '* (Lieferung)', 'Lieferadresse: *', 'LI *'],
    gross: ['brutto', 'inkl. MwSt.', 'Brutto'],
    net: ['netto', 'exkl. MwSt.', 'Netto'],
    statuses: {
      Shipped: ['Versendet', 'Versandt', 'Abgeschlossen', 'Zugestellt', 'Ausgeliefert'],
      Created: ['Offen', 'In Bearbeitung', 'Bezahlt', 'Wartet auf Zahlung', 'Neu'],
      Cancelled: ['Storniert', 'Abgebrochen'],
      'leave out': ['Entwurf', 'Zahlung fehlgeschlagen', 'Angebot'],
    },
  },
  fr: {
    columns: {
      number: [
        'Numéro de commande',
        'N° commande',
        'Commande n°',
        'N° de commande',
        'Référence commande',
        'Num commande',
      ],
      internalId: ['ID interne', 'Identifiant', 'ID', 'UUID'],
      created: ['Date de commande', 'Date commande', 'Date de création', 'Créée le', "Date d'achat"],
      modified: [
        'Dernière modification',
        'Modifiée le',
        'Date de modification',
        'Mise à jour',
        'Date de mise à jour',
      ],
      shipped: ["Date d'expédition", 'Expédiée le', "Date d'envoi", 'Date expédition'],
      cancelled: ["Date d'annulation", 'Annulée le'],
      paid: ['Date de paiement', 'Payée le', 'Date paiement'],
      status: ['Statut', 'Statut de la commande', 'État', 'Statut commande', 'État de la commande'],
      email: ['E-mail', 'Email', 'Adresse e-mail', 'Courriel', 'Email client'],
      phone: ['Téléphone', 'Tél.', 'Téléphone client', 'Portable'],
      customerId: ['Numéro client', 'ID client', 'Code client', 'N° client'],
      firstName: ['Prénom', 'Prénom client'],
      lastName: ['Nom', 'Nom client', 'Nom de famille'],
      fullName: ['Client', 'Nom du client', 'Nom complet', 'Acheteur'],
      currency: ['Devise', 'Code devise', 'Monnaie'],
      sku: ['Référence', 'Réf.', 'Référence produit', 'SKU', 'Code article', 'Réf. article'],
      title: ['Produit', 'Nom du produit', 'Désignation', 'Libellé', 'Article'],
      quantity: ['Quantité', 'Qté', 'Quantité commandée', 'Nombre'],
      unit: ['Prix unitaire', 'P.U.', 'Prix', 'Prix de vente', 'PU'],
      amount: ['Total ligne', 'Montant ligne', 'Montant', 'Prix total', 'Sous-total ligne'],
      lineDiscount: ['Remise ligne', 'Remise produit'],
      lineTax: ['TVA ligne', 'Montant TVA ligne', 'Taxe ligne'],
      lineId: ['ID ligne', 'N° de ligne commande', 'Identifiant ligne'],
      ean: ['EAN', 'Code-barres', 'EAN13'],
      tracking: ['Numéro de suivi', 'N° de suivi', 'Code de suivi', 'N° colis'],
      discount: ['Remise', 'Réduction', 'Total remises', 'Montant remise', 'Rabais'],
      shipping: ['Frais de port', 'Frais de livraison', 'Livraison', 'Port', "Frais d'expédition"],
      shippingTax: ['TVA port', 'TVA livraison'],
      tax: ['TVA', 'Montant TVA', 'Taxe', 'Total TVA', 'Taxes'],
      subtotal: ['Sous-total', 'Total produits', 'Total articles'],
      total: ['Total', 'Montant total', 'Total commande', 'Total à payer', 'Total général'],
    },
    places: {
      first: ['Prénom'],
      last: ['Nom'],
      name: ['Nom', 'Nom complet', 'Destinataire'],
      company: ['Société', 'Entreprise'],
      street: ['Adresse', 'Rue', 'Adresse 1', 'Ligne adresse 1'],
      house: ['Numéro de rue'],
      street2: ['Adresse 2', "Complément d'adresse"],
      zip: ['Code postal', 'CP'],
      city: ['Ville', 'Commune'],
      state: ['Région', 'Département', 'Province'],
      country: ['Pays', 'Code pays'],
      phone: ['Téléphone', 'Tél.'],
    },
    billing: [
      'Facturation *',
      '* (facturation)',
      '* de facturation',
      'Adresse de facturation - *',
      '* facturation',
    ],
    shipping: ['Livraison *', '* (livraison)', '* de livraison', 'Adresse de livraison - *', '* livraison'],
    gross: ['TTC'],
    net: ['HT'],
    statuses: {
      Shipped: ['Expédiée', 'Livrée', 'Terminée', 'Expédié', 'Livré'],
      Created: ['En cours de préparation', 'En attente', 'Payée', 'En cours', 'Nouvelle'],
      Cancelled: ['Annulée', 'Annulé'],
      'leave out': ['Brouillon', 'Paiement refusé', 'Erreur de paiement'],
    },
  },
  es: {
    columns: {
      number: [
        'Número de pedido',
        'N.º de pedido',
        'Nº pedido',
        'Pedido',
        'Referencia de pedido',
        'Núm. pedido',
      ],
      internalId: ['ID interno', 'Identificador', 'ID', 'UUID'],
      created: [
        'Fecha de pedido',
        'Fecha del pedido',
        'Fecha de creación',
        'Creado el',
        'Fecha de compra',
        'Fecha',
      ],
      modified: [
        'Última modificación',
        'Fecha de modificación',
        'Modificado el',
        'Actualizado el',
        'Última actualización',
      ],
      shipped: ['Fecha de envío', 'Enviado el', 'Fecha envío', 'Fecha de despacho', 'Fecha de expedición'],
      cancelled: ['Fecha de cancelación', 'Cancelado el', 'Fecha de anulación'],
      paid: ['Fecha de pago', 'Pagado el'],
      status: ['Estado del pedido', 'Estado', 'Estado pedido', 'Situación', 'Estatus'],
      email: ['Correo electrónico', 'Email', 'E-mail', 'Correo', 'Email cliente'],
      phone: ['Teléfono', 'Teléfono cliente', 'Móvil', 'Tel.'],
      customerId: ['ID cliente', 'Número de cliente', 'Código cliente', 'Nº cliente'],
      firstName: ['Nombre', 'Nombre cliente'],
      lastName: ['Apellidos', 'Apellido', 'Apellidos cliente'],
      fullName: ['Cliente', 'Nombre del cliente', 'Nombre completo', 'Comprador'],
      currency: ['Moneda', 'Divisa', 'Código de moneda'],
      sku: ['Referencia', 'SKU', 'Código de artículo', 'Ref. producto', 'Código producto', 'Código'],
      title: ['Producto', 'Nombre del producto', 'Artículo', 'Descripción', 'Concepto'],
      quantity: ['Cantidad', 'Cant.', 'Unidades', 'Uds.', 'Cantidad pedida'],
      unit: ['Precio unitario', 'Precio', 'P. unitario', 'Precio unidad', 'PVP'],
      amount: ['Total línea', 'Importe línea', 'Importe', 'Subtotal línea', 'Total artículo'],
      lineDiscount: ['Descuento línea', 'Dto. línea', 'Descuento artículo'],
      lineTax: ['IVA línea', 'Impuesto línea', 'Importe IVA línea'],
      lineId: ['ID línea', 'ID de línea', 'Identificador de línea'],
      ean: ['EAN', 'Código de barras', 'EAN13'],
      tracking: ['Número de seguimiento', 'Nº seguimiento', 'Código de seguimiento', 'Tracking'],
      discount: ['Descuento', 'Descuentos', 'Importe descuento', 'Total descuentos', 'Dto.'],
      shipping: ['Gastos de envío', 'Envío', 'Coste de envío', 'Costo de envío', 'Portes'],
      shippingTax: ['IVA envío', 'Impuesto de envío'],
      tax: ['IVA', 'Impuestos', 'Importe IVA', 'Total impuestos', 'Impuesto'],
      subtotal: ['Subtotal', 'Subtotal productos', 'Total productos', 'Subtotal de productos'],
      total: ['Total', 'Importe total', 'Total pedido', 'Total del pedido', 'Monto total'],
    },
    places: {
      first: ['Nombre'],
      last: ['Apellidos', 'Apellido'],
      name: ['Nombre completo', 'Nombre', 'Destinatario'],
      company: ['Empresa'],
      street: ['Dirección', 'Calle', 'Dirección 1', 'Domicilio'],
      house: ['Número'],
      street2: ['Dirección 2', 'Piso'],
      zip: ['Código postal', 'CP', 'C.P.'],
      city: ['Ciudad', 'Población', 'Localidad'],
      state: ['Provincia', 'Estado', 'Región'],
      country: ['País', 'Código país'],
      phone: ['Teléfono', 'Tel.'],
    },
    billing: [
      'Facturación *',
      '* (facturación)',
      '* de facturación',
      'Dirección de facturación: *',
      '* facturación',
    ],
    shipping: ['Envío *', '* (envío)', '* de envío', 'Dirección de envío: *', '* entrega'],
    gross: ['con IVA', 'IVA incl.'],
    net: ['sin IVA', 'base'],
    statuses: {
      Shipped: ['Enviado', 'Entregado', 'Completado', 'Despachado'],
      Created: ['En proceso', 'Pendiente', 'Pagado', 'Pendiente de pago', 'Preparando'],
      Cancelled: ['Cancelado', 'Anulado'],
      'leave out': ['Borrador', 'Pago fallido', 'Pago rechazado'],
    },
  },
  pt: {
    columns: {
      number: [
        'Número do pedido',
        'Nº do pedido',
        'Pedido',
        'Nº da encomenda',
        'Número da encomenda',
        'Cód. pedido',
      ],
      internalId: ['ID interno', 'Identificador', 'ID', 'UUID'],
      created: [
        'Data do pedido',
        'Data da compra',
        'Data de criação',
        'Criado em',
        'Data da encomenda',
        'Data',
      ],
      modified: [
        'Última modificação',
        'Atualizado em',
        'Data de atualização',
        'Última atualização',
        'Alterado em',
      ],
      shipped: ['Data de envio', 'Enviado em', 'Data do envio', 'Data de expedição', 'Data de despacho'],
      cancelled: ['Data de cancelamento', 'Cancelado em'],
      paid: ['Data de pagamento', 'Pago em', 'Data do pagamento'],
      status: ['Status', 'Status do pedido', 'Situação', 'Estado da encomenda', 'Estado do pedido'],
      email: ['E-mail', 'Email', 'E-mail do cliente', 'Correio eletrónico', 'E-mail do comprador'],
      phone: ['Telefone', 'Telefone do cliente', 'Celular', 'Telemóvel'],
      customerId: ['ID do cliente', 'Código do cliente', 'Nº cliente'],
      firstName: ['Nome', 'Primeiro nome', 'Nome do cliente'],
      lastName: ['Sobrenome', 'Apelido', 'Último nome'],
      fullName: ['Cliente', 'Nome do cliente', 'Nome completo', 'Comprador'],
      currency: ['Moeda', 'Código da moeda'],
      sku: ['SKU', 'Código do produto', 'Referência', 'Cód. produto', 'SKU do produto', 'Código'],
      title: ['Produto', 'Nome do produto', 'Descrição', 'Item', 'Artigo'],
      quantity: ['Quantidade', 'Qtd', 'Qtde', 'Qtd.', 'Unidades'],
      unit: ['Preço unitário', 'Valor unitário', 'Preço', 'Preço de venda', 'Vlr. unitário'],
      amount: ['Total do item', 'Valor total do item', 'Subtotal do item', 'Total da linha', 'Valor do item'],
      lineDiscount: ['Desconto do item', 'Desconto item', 'Desconto da linha'],
      lineTax: ['Imposto do item', 'IVA da linha', 'Imposto item'],
      lineId: ['ID do item', 'ID da linha', 'Código do item'],
      ean: ['EAN', 'Código de barras', 'GTIN'],
      tracking: ['Código de rastreio', 'Código de rastreamento', 'Rastreio', 'Nº de rastreio'],
      discount: ['Desconto', 'Descontos', 'Valor do desconto', 'Total de descontos'],
      shipping: ['Frete', 'Valor do frete', 'Custo de envio', 'Portes de envio', 'Envio'],
      shippingTax: ['Imposto do frete', 'IVA portes'],
      tax: ['Imposto', 'Impostos', 'IVA', 'Valor dos impostos', 'Total de impostos'],
      subtotal: ['Subtotal', 'Total dos produtos', 'Subtotal dos produtos', 'Valor dos produtos'],
      total: ['Total', 'Valor total', 'Total do pedido', 'Total da encomenda', 'Valor do pedido'],
    },
    places: {
      first: ['Nome'],
      last: ['Sobrenome', 'Apelido'],
      name: ['Nome completo', 'Nome', 'Destinatário'],
      company: ['Empresa'],
      street: ['Endereço', 'Rua', 'Logradouro', 'Morada'],
      house: ['Número', 'Nº'],
      street2: ['Complemento', 'Endereço 2'],
      zip: ['CEP', 'Código postal'],
      city: ['Cidade', 'Município', 'Localidade'],
      state: ['Estado', 'UF', 'Distrito'],
      country: ['País', 'Código do país'],
      phone: ['Telefone', 'Telemóvel'],
    },
    billing: ['Cobrança *', '* (cobrança)', '* de cobrança', '* de faturação', 'Faturamento *'],
    shipping: ['Entrega *', '* (entrega)', '* de entrega', 'Envio *', 'Endereço de entrega - *'],
    gross: ['com imposto', 'com IVA'],
    net: ['sem imposto', 'sem IVA'],
    statuses: {
      Shipped: ['Enviado', 'Entregue', 'Concluído', 'Despachado'],
      Created: ['Em processamento', 'Aguardando pagamento', 'Pago', 'Em separação', 'Novo'],
      Cancelled: ['Cancelado', 'Anulado'],
      'leave out': ['Rascunho', 'Pagamento recusado', 'Falha no pagamento'],
    },
  },
};
