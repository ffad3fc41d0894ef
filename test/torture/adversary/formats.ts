// Twenty exports that nobody has seen: what each writes, in which columns. `name=meaning`, one after the other; the meanings
// are those of cells.ts. In JSON a name is a path, and `[]` stands for the elements of the list of lines.
import { WORDS } from './words.ts';

export interface Format {
  readonly name: string;
  readonly country: string;
  /** A row for each line; a row for each order with numbered columns; a document; a document on each line. */
  readonly shape: 'rows' | 'numbered' | 'json' | 'ndjson';
  readonly delimiter: string;
  readonly money: 'point' | 'comma' | 'cents' | 'grouped' | 'four';
  readonly date: 'iso' | 'offset' | 'dmy' | 'dmyslash' | 'mdy' | 'sql' | 'epoch' | 'epochms';
  readonly taxInside: boolean;
  /** The cells of the order stand on its first row only; number and e-mail on each. */
  readonly once: boolean;
  readonly countryNames: boolean;
  readonly words: {
    readonly Shipped: string;
    readonly Created: string;
    readonly Cancelled: string;
    readonly Partly: string;
  };
  readonly columns: readonly (readonly [name: string, meaning: string])[];
}

type Look = Partial<
  Pick<Format, 'shape' | 'delimiter' | 'money' | 'date' | 'taxInside' | 'once' | 'countryNames'>
>;

function format(
  name: string,
  country: string,
  words: keyof typeof WORDS,
  look: Look,
  columns: string,
): Format {
  const [Shipped, Created, Cancelled, Partly] = WORDS[words].split('|') as [string, string, string, string];
  const usual = { shape: 'rows', delimiter: ',', money: 'point', date: 'iso' } as const;
  const pairs = columns
    .split(';')
    .map((pair) => pair.trim().split('=') as [string, string])
    .filter(([column]) => column !== '');
  return Object.assign({ name, country, taxInside: false, once: false, countryNames: false }, usual, look, {
    words: { Shipped, Created, Cancelled, Partly },
    columns: pairs,
  });
}

export const FORMATS: readonly Format[] = [
  format(
    'english',
    'US',
    'en',
    {},
    `
    Order Number=number; Order Date=created; Last Modified=updated; Status=status; Currency=currency; Email=email;
    First Name=first; Last Name=last; Shipping Name=ship.name; Shipping Street=ship.street1; Shipping City=ship.city;
    Shipping State=ship.state; Shipping Zip=ship.zip_code; Shipping Country=ship.country_code; Billing Name=bill.name;
    Billing Street=bill.street1; Billing City=bill.city; Billing State=bill.state; Billing Zip=bill.zip_code;
    Billing Country=bill.country_code; SKU=sku; Product Name=title; Quantity=units; Quantity Shipped=shipped;
    Unit Price=price; Line Tax=lineTax; Line Discount=lineDiscount; Shipping=shipping; Order Total=total`,
  ),
  format(
    'german',
    'DE',
    'de',
    { delimiter: ';', money: 'comma', date: 'dmy', taxInside: true },
    `
    Bestellnummer=number; Bestelldatum=created; Geändert am=updated; Status=status; Währung=currency; E-Mail=email;
    Vorname=first; Nachname=last; Lieferadresse Name=ship.name; Lieferadresse Straße=ship.street1;
    Lieferadresse PLZ=ship.zip_code; Lieferadresse Ort=ship.city; Lieferadresse Land=ship.country_code;
    Rechnungsadresse Name=bill.name; Rechnungsadresse Straße=bill.street1; Rechnungsadresse PLZ=bill.zip_code;
    Rechnungsadresse Ort=bill.city; Rechnungsadresse Land=bill.country_code; Artikelnummer=sku; Bezeichnung=title;
    Menge=units; Einzelpreis=price; Versandkosten=shipping; Enthaltene MwSt=orderTax; Gesamtbetrag=total`,
  ),
  format(
    'french',
    'FR',
    'fr',
    { delimiter: ';', money: 'comma', date: 'dmyslash' },
    `
    N° commande=number; Date de commande=created; Modifiée le=updated; État=status; Devise=currency; E-mail client=email;
    Prénom=first; Nom=last; Adresse de livraison=ship.street1; Code postal=ship.zip_code; Ville=ship.city;
    Pays=ship.country_code; Téléphone=phone; Référence=sku; Désignation=title; Quantité=units; Prix unitaire HT=price;
    TVA ligne=lineTax; Frais de port=shipping; Total TTC=total`,
  ),
  format(
    'spanish',
    'GB',
    'es',
    { money: 'point', date: 'offset' },
    `
    Pedido=number; Fecha=created; Fecha de modificación=updated; Estado=status; Moneda=currency;
    Correo electrónico=email; Nombre=first; Apellidos=last; Envío nombre=ship.name; Envío calle=ship.street1;
    Envío ciudad=ship.city; Envío código postal=ship.zip_code; Envío país=ship.country_code;
    Facturación nombre=bill.name; Facturación calle=bill.street1; Facturación ciudad=bill.city;
    Facturación código postal=bill.zip_code; Facturación país=bill.country_code; SKU=sku; Producto=title;
    Cantidad=units; Precio unitario=price; Impuesto=lineTax; Gastos de envío=shipping; Total=total`,
  ),
  format(
    'italian',
    'FR',
    'it',
    { delimiter: ';', money: 'grouped', date: 'sql', taxInside: true },
    `
    Numero ordine=number; Data ordine=created; Ultima modifica=updated; Stato=status; Valuta=currency; Email=email;
    Nome=first; Cognome=last; Indirizzo=ship.street1; CAP=ship.zip_code; Città=ship.city; Provincia=ship.state;
    Paese=ship.country_code; Codice articolo=sku; Descrizione=title; Quantità=units; Prezzo=price;
    Spese di spedizione=shipping; Totale=total`,
  ),
  format(
    'dutch',
    'DE',
    'nl',
    { delimiter: ';', money: 'comma', date: 'iso' },
    `
    Bestelnummer=number; Besteldatum=created; Gewijzigd op=updated; Status=status; Valuta=currency; E-mailadres=email;
    Voornaam=first; Achternaam=last; Verzendadres naam=ship.name; Verzendadres straat=ship.street1;
    Verzendadres postcode=ship.zip_code; Verzendadres plaats=ship.city; Verzendadres land=ship.country_code;
    Factuuradres naam=bill.name; Factuuradres straat=bill.street1; Factuuradres postcode=bill.zip_code;
    Factuuradres plaats=bill.city; Factuuradres land=bill.country_code; Artikelcode=sku; Omschrijving=title;
    Aantal=units; Verzonden aantal=shipped; Prijs per stuk=price; Btw=lineTax; Verzendkosten=shipping; Totaalbedrag=total`,
  ),
  format(
    'polish',
    'DE',
    'pl',
    { delimiter: ';', money: 'comma', date: 'sql', taxInside: true },
    `
    Numer zamówienia=number; Data zamówienia=created; Data modyfikacji=updated; Status=status; Waluta=currency;
    E-mail=email; Imię=first; Nazwisko=last; Ulica=ship.street1; Kod pocztowy=ship.zip_code; Miasto=ship.city;
    Kraj=ship.country_code; Kod produktu=sku; Nazwa produktu=title; Ilość=units; Cena=price; Koszt dostawy=shipping;
    Razem=total`,
  ),
  format(
    'swedish',
    'GB',
    'sv',
    { delimiter: ';', money: 'comma', date: 'iso' },
    `
    Ordernummer=number; Orderdatum=created; Ändrad=updated; Status=status; Valuta=currency; E-post=email; Förnamn=first;
    Efternamn=last; Leveransadress=ship.street1; Postnummer=ship.zip_code; Ort=ship.city; Land=ship.country_code;
    Artikelnummer=sku; Benämning=title; Antal=units; Pris=price; Moms=lineTax; Frakt=shipping; Totalt=total`,
  ),
  format(
    'portuguese',
    'US',
    'pt',
    { delimiter: ';', money: 'comma', date: 'dmyslash' },
    `
    Número do pedido=number; Data do pedido=created; Atualizado em=updated; Situação=status; Moeda=currency; E-mail=email;
    Nome=first; Sobrenome=last; Endereço de entrega=ship.street1; Cidade=ship.city; Estado=ship.state; CEP=ship.zip_code;
    País=ship.country_code; SKU=sku; Produto=title; Quantidade=units; Preço unitário=price; Desconto=orderDiscount;
    Frete=shipping; Total=total`,
  ),
  format(
    'japanese',
    'US',
    'ja',
    { date: 'sql', taxInside: true },
    `
    注文番号=number; 注文日時=created; 更新日時=updated; 注文状況=status; 通貨=currency; メールアドレス=email; 姓=last; 名=first;
    送付先住所=ship.street1; 送付先市区町村=ship.city; 送付先都道府県=ship.state; 送付先郵便番号=ship.zip_code; 送付先国=ship.country_code;
    商品コード=sku; 商品名=title; 数量=units; 単価=price; 送料=shipping; 合計金額=total`,
  ),
  format(
    'table dump',
    'US',
    'EN',
    { money: 'cents', date: 'epoch' },
    `
    order_id=number; created_ts=created; updated_ts=updated; order_status=status; currency_code=currency;
    customer_id=customer; customer_email=email; customer_firstname=first; customer_lastname=last; ship_to_name=ship.name;
    ship_to_street=ship.street1; ship_to_city=ship.city; ship_to_region=ship.state; ship_to_postcode=ship.zip_code;
    ship_to_country=ship.country_code; bill_to_name=bill.name; bill_to_street=bill.street1; bill_to_city=bill.city;
    bill_to_region=bill.state; bill_to_postcode=bill.zip_code; bill_to_country=bill.country_code; item_id=lineId;
    sku=sku; item_name=title; qty_ordered=units; qty_shipped=shipped; unit_price_cents=price; tax_cents=lineTax;
    discount_cents=lineDiscount; shipping_cents=shipping; total_cents=total`,
  ),
  format(
    'camel',
    'GB',
    'EN',
    { date: 'iso', taxInside: true },
    `
    orderNumber=number; createdAt=created; updatedAt=updated; orderStatus=status; currencyCode=currency; buyerEmail=email;
    buyerFirstName=first; buyerLastName=last; shipToName=ship.name; shipToStreet=ship.street1; shipToCity=ship.city;
    shipToPostalCode=ship.zip_code; shipToCountry=ship.country_code; billToName=bill.name; billToStreet=bill.street1;
    billToCity=bill.city; billToPostalCode=bill.zip_code; billToCountry=bill.country_code; itemSku=sku; itemTitle=title;
    itemQuantity=units; shippedQuantity=shipped; itemPrice=price; itemDiscount=lineDiscount; shippingCost=shipping;
    grandTotal=total`,
  ),
  format(
    'tabs, order cells once',
    'US',
    'en',
    { delimiter: '\t', once: true, date: 'mdy' },
    `
    Order ID=number; Purchase Date=created; Updated=updated; Order Status=status; Currency=currency; Buyer Email=email;
    First Name=first; Last Name=last; Ship Address=ship.street1; Ship City=ship.city; Ship State=ship.state;
    Ship Postal Code=ship.zip_code; Ship Country=ship.country_code; Item SKU=sku; Item Name=title; Quantity=units;
    Item Price=price; Sales Tax=orderTax; Shipping Charge=shipping; Grand Total=total`,
  ),
  format(
    'four decimals',
    'US',
    'en',
    { money: 'four', date: 'sql' },
    `
    increment_id=number; created_at=created; updated_at=updated; status=status; order_currency_code=currency;
    customer_email=email; customer_firstname=first; customer_lastname=last; street=ship.street1; city=ship.city;
    region=ship.state; postcode=ship.zip_code; country_id=ship.country_code; sku=sku; name=title; qty_ordered=units;
    qty_shipped=shipped; price=price; tax_amount=lineTax; shipping_amount=shipping; grand_total=total`,
  ),
  format(
    'numbered items',
    'US',
    'en',
    { shape: 'numbered', taxInside: true },
    `
    Order No=number; Placed=created; Updated=updated; Status=status; Currency=currency; Email=email; First Name=first;
    Last Name=last; Address=ship.street1; City=ship.city; State=ship.state; Zip=ship.zip_code; Country=ship.country_code;
    Item [] SKU=sku; Item [] Name=title; Item [] Qty=units; Item [] Price=price; Shipping=shipping; Total=total`,
  ),
  format(
    'numbered items, German',
    'DE',
    'de',
    { shape: 'numbered', delimiter: ';', money: 'comma', taxInside: true, date: 'dmy' },
    `
    Auftragsnummer=number; Auftragsdatum=created; Letzte Änderung=updated; Auftragsstatus=status; Währung=currency;
    E-Mail=email; Vorname=first; Nachname=last; Straße=ship.street1; PLZ=ship.zip_code; Ort=ship.city;
    Land=ship.country_code; Artikel [] Nummer=sku; Artikel [] Name=title; Artikel [] Menge=units;
    Artikel [] Preis=price; Versand=shipping; Summe=total`,
  ),
  format(
    'json',
    'US',
    'EN',
    { shape: 'json', money: 'point' },
    `
    orderNumber=number; placedAt=created; changedAt=updated; state=status; currency=currency; customer.id=customer;
    customer.email=email; customer.firstName=first; customer.lastName=last; delivery.name=ship.name;
    delivery.street=ship.street1; delivery.city=ship.city; delivery.state=ship.state; delivery.zip=ship.zip_code;
    delivery.country=ship.country_code; invoice.name=bill.name; invoice.street=bill.street1; invoice.city=bill.city;
    invoice.state=bill.state; invoice.zip=bill.zip_code; invoice.country=bill.country_code; positions[].id=lineId;
    positions[].sku=sku; positions[].title=title; positions[].quantity=units; positions[].shipped=shipped;
    positions[].unitPrice=price; positions[].tax=lineTax; totals.shipping=shipping; totals.total=total`,
  ),
  format(
    'json, cents',
    'DE',
    'de',
    { shape: 'json', money: 'cents', date: 'offset', taxInside: true },
    `
    nummer=number; angelegt=created; geaendert=updated; status=status; waehrung=currency; kunde.mail=email;
    kunde.vorname=first; kunde.nachname=last; lieferanschrift.name=ship.name; lieferanschrift.strasse=ship.street1;
    lieferanschrift.plz=ship.zip_code; lieferanschrift.ort=ship.city; lieferanschrift.land=ship.country_code;
    rechnungsanschrift.name=bill.name; rechnungsanschrift.strasse=bill.street1; rechnungsanschrift.plz=bill.zip_code;
    rechnungsanschrift.ort=bill.city; rechnungsanschrift.land=bill.country_code; posten[].artikelnr=sku;
    posten[].bezeichnung=title; posten[].menge=units; posten[].einzelpreis=price; versandkosten=shipping; gesamt=total`,
  ),
  format(
    'ndjson',
    'GB',
    'EN',
    { shape: 'ndjson', date: 'epochms', money: 'point' },
    `
    ref=number; created=created; modified=updated; status=status; currency=currency; buyer.email=email;
    buyer.first_name=first; buyer.last_name=last; ship_to.address=ship.street1; ship_to.city=ship.city;
    ship_to.postcode=ship.zip_code; ship_to.country=ship.country_code; lines[].sku=sku; lines[].name=title;
    lines[].qty=units; lines[].price=price; lines[].vat=lineTax; lines[].discount=lineDiscount; shipping_cost=shipping;
    total=total`,
  ),
  format(
    'country names, pipe',
    'US',
    'en',
    { delimiter: '|', countryNames: true, date: 'iso' },
    `
    Sales Order=number; Entered On=created; Changed On=updated; Order State=status; Curr=currency; E-Mail Address=email;
    Given Name=first; Family Name=last; Street Address=ship.street1; Town=ship.city; Region=ship.state;
    Postal Code=ship.zip_code; Country=ship.country_code; Line ID=lineId; Item Code=sku; Item Description=title;
    Ordered Qty=units; Shipped Qty=shipped; Net Price=price; Tax Amount=lineTax; Discount Amount=lineDiscount;
    Freight=shipping; Amount Due=total`,
  ),
];
