// The words that stand in the column names of exports, by what they mean.

export const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** By what one word of a column name can stand for: the words. */
export const WORDS = {
  order:
    'order bestell bestellung auftrag commande pedido orden encomenda purchase compra venta venda sale beleg kauf bestelling ordine ordini zamowienie zamowienia bestel bestellte pesanan vorgang so po ordre bestallning',
  number:
    'number no nr num nbr nummer numero n id identifier identifiant identificador numer nro numeru ordernumber folio nomor increment',
  ship: 'shipping ship lief aflever livr sped dlv spedizione shipped shipment deliver delivery deliveries delivered dispatch dispatched despatch despatched liefer lieferung geliefert versand versandt versendet livraison livre expedition expedie envoi envio enviado entrega entregue destino expedicion expedicao despacho despachado envoye warenausgang fulfilled consegna spedito abgang ausgeliefert verschickt verzending verzend levering wysylka dostawa bezorg afleverings dostawy wysylki pengiriman kirim shipto leverans',
  bill: 'billing bill fact fatt rech rechn fakt inv faktura fakturering invoice invoicing rechnung facturation facture facturacion factura cobranca faturamento fatura payer faturacao cobro pagador factuur fatturazione fattura rozliczeniowy faktury invoiced billed berechnete fakturierte facturado',
  customer:
    'customer client kunde kunden clientes buyer kaufer acheteur comprador shopper user besteller purchaser koper kjoper kober kopare ostaja nabywca account konto conta compradora kundin kd klant klient klienta acquirente profile',
  line: 'line pos position zeile zeilen ligne linea linha regel riga righe pozycja',
  item: 'item lineitem itens cart basket',
  product:
    'artikel produkt product produit article producto articulo produto waren ware artigo goods prodotto prodotti articolo produkty produktu artykul produk articoli',
  name: 'name namn navn nom nombre nome fullname namen full naam nama',
  first: 'first given firstname vorname prenom forename primeiro voornaam imie fornamn fornavn',
  last: 'last lastname surname family familyname nachname famille apellido apelido sobrenome zuname achternaam cognome nazwisko efternamn etternavn',
  address:
    'address addr street strasse str adresse rue calle direccion endereco rua logradouro domicilio morada via anschrift strassenname straat indirizzo ulica adres straatnaam strada alamat gata',
  second:
    'address2 street2 line2 apt apartment suite complement complemento zusatz adresszusatz 2 piso andar',
  city: 'city town ort stadt ville ciudad cidade wohnort plaats stad citta miasto miejscowosc kota postort',
  /** Where no column is called a city. */
  district: 'localidad poblacion municipio commune comune localita',
  zip: 'zip zipcode postcode postal plz postleitzahl cp cep cap kodpocztowy pocztowy postnummer',
  state:
    'state province prov region rgn bundesland kanton provincia estado departement departamento county uf distrito landkreis comarca prefecture',
  country: 'country land pays pais nation nazione lander paese kraj',
  phone:
    'phone telephone telefon tel telefono handy celular movil fone telefonnummer rufnummer portable mobil telemovel movel gsm telefoon telefoonnummer cellulare',
  email: 'email mail courriel correo mailadresse emailadres epost',
  price: 'price preis prix precio preco tarif prijs prezzo cena harga pris pvp vk ep',
  unit: 'unit unitaire unitario einzel stuck each per pro par por unidad stuk einheit',
  quantity:
    'quantity qty menge anzahl quantite qte cantidad cant quantidade qtd qtde units stuckzahl pieces pcs unidades stucke uds und ud pz stk bestellmenge aantal quantita ilosc qta jumlah antal antall',
  total:
    'total gesamt summe betrag montant importe valor amount sum grand endbetrag totaux wert value monto vlr totaal importo kwota suma razem bedrag wartosc totalt belopp belop',
  subtotal: 'subtotal zwischen sub sous merchandise subtotaal',
  tax: 'tax vat mwst ust steuer umsatzsteuer mehrwertsteuer taxe tva iva impuesto imposto gst btw podatek moms mva',
  discount:
    'discount rabatt remise reduction descuento desconto nachlass promotion dto rabais korting sconto rabat znizka',
  cost: 'cost kosten fee fees frais gastos costes charge gebuhr custo spese koszt costo costi taxa',
  sku: 'sku artnr artikelnr refid artikelnummer',
  title:
    'label title designacao titel bezeichnung description designation libelle descripcion titulo descricao beschreibung denominacion concepto omschrijving descrizione titolo nazwa opis titre text benamning',
  status:
    'status etat statut estatus situacao zustand stand fulfillment fulfilment situacion estados stato stan statusdescription',
  date: 'date datum fecha time zeit zeitpunkt timestamp at am on heure hora jour dato waktu',
  created:
    'created placed creation creado criado criacao angelegt erstellt passee passed ordered eingang creacion erfasst eingegangen cree aangemaakt geplaatst creato utworzono zlozono kaufdatum dibuat zlozenia skapad oprettet',
  updated:
    'updated update modified modification modifie modificado modificacion changed geandert anderung aktualisiert actualizado actualizacion atualizado atualizacao maj revised letzte ultima dernier zuletzt alterado alteracao edited touched gewijzigd bijgewerkt aggiornato zmieniono diperbarui modyfikacji aggiornamento change modifica modif andrad uppdaterad endret opdateret',
  tracking:
    'tracking sendung suivi seguimiento rastreio rastreamento rastreo awb trackingnummer paket consignment colis guia',
  currency: 'currency wahrung devise moneda moeda monnaie divisa valuta waluta',
  note: 'note comment remark bemerkung anmerkung kommentar remarque commentaire nota observaciones observacoes comentario hinweis opmerking uwagi',
  tags: 'tags tag labels schlagworte etiquetas etiquettes',
  weight: 'weight gewicht poids peso',
  image: 'image bild imagen foto imagem photo picture',
  link: 'url link lien enlace',
  barcode: 'upc ean gtin barcode strichcode barres barras ean13 codebarres',
  payment:
    'payment paid zahlung bezahlt paiement paye pago pagado pagamento financial transaction payees zahlungseingang betaling betaald platnosc pembayaran psp gateway settlement reglement abwicklung afwikkeling regolamento liquidacion liquidacao rozliczenie',
  method:
    'method art metodo mode forma provider carrier transporteur transportista transportadora dienstleister type typ typo tipo service',
  company: 'company firma societe empresa organisation organization vatid entreprise razao',
  rate: 'rate satz taux tasa aliquota percent prozent porcentaje',
  cancel:
    'cancel cancelled canceled cancellation storno storniert annule annulation cancelado cancelacion cancelamento stornierung anulacion anulado geannuleerd annullato anulowano anulowane',
  refund:
    'refund refunded gutschrift erstattung erstattet erstatteter ruckerstattung ruckerstattet ruckzahlung rembourse remboursement reembolso reembolsado devolucion devuelto devolucao estorno estornado return returned retour terugbetaald terugbetaling rimborso rimborsato zwrot zwrocono',
  code: 'code codigo cod kod kode codice',
  recipient:
    'recipient receiver consignee addressee destinataire destinatario destinatari empfanger adressat penerima odbiorca recebedor ontvanger geadresseerde mottagare mottaker modtager vastaanottaja prijemce',
  house:
    'house haus hausnummer hausnr hausno hnr housenumber housenr huisnummer huisnr civico domu budynku gatunummer husnummer popisne building',
  reference: 'ref reference referencia referentie referenz',
  freight: 'freight frete fracht postage porto port vracht carriage ongkos frakt',
  coupon: 'coupon gutschein voucher cupon cupom promo',
  credit: 'giftcard',
  bought: 'achat einkauf ek buying',
  variant: 'variant variation option size color colour grosse farbe taille couleur talla cor tamanho',
  model: 'model modell modelo modello style',
  parent: 'parent vater master ubergeordnet ubergeordneter eltern padre pai nadrzedny',
  /** Of another thing than the order, the line or the article itself. */
  related:
    'related zubehor accessory accessories accessoire accessoires accesorio accessorio acessorio accessori tillbehor tilbehor upsell crosssell legacy former deprecated substitute replacement ersatz ersatzartikel remplacement sustituto reemplazo substituto sostituto vervangend zamiennik old original previous replaced alte alter ursprunglich ursprunglicher anterior viejo antiguo antigo ancien ancienne initial precedent vecchio oud oude oorspronkelijke stary poprzedni min minimum minimal mindest max maximum maximal moq minimo minima maximo maximale',
  count: 'count itemcount pakete',
  cents: 'cent minor centamount subunits grosze',
  place: 'lat lng lon breitengrad langengrad latitud longitud coordinates koordinaten geo geolocation',
  other:
    'origin origen origem herkunft ursprung herkomst pochodzenia warehouse lager entrepot almacen armazem channel kanal canal source marketing utm device serial seriennummer serienummer serie seriale seryjny imei ip browser rating loyalty affiliate campaign internal intern export batch row zeilennummer employee mitarbeiter store filiale gift geschenk vendor lieferant manufacturer hersteller fabricant fabricante fabrikant producent produttore maker brand marke marca marque brand merk marka category kategorie categoria categorie session sitzung sesion sessao stock bestand inventory existencias estoque group gruppe grupo points punkte puntos pontos treue language sprache langue idioma gerat appareil dispositivo bin lagerplatz emplacement ubicacion localizacao profit margin gewinn key token hash guid uuid secret seller salesrep rep agent verkaufer vendedor vendeur handler marchand venditore verkoper sprzedawcy saljare venditore tips wrap verpackung commission provision tip trinkgeld pourboire propina support merchant staff supplier proveedor fornecedor fournisseur',
} as const;

/** What one word of a column name can stand for. */
export type Concept = keyof typeof WORDS;

/** Words without a meaning of their own. */
export const FILLERS = wordSet(
  'of the de la le les du des der die das von fur a al ao do da dos das e y und et and to for d l en el los las zu in im with mit con com avec complet completo',
);

/** Japanese writes no spaces, so that its words are cut off by the longest that is known. */
export const JAPANESE: Partial<Record<Concept, string>> = {
  order: '注文 ご注文 受注 オーダー',
  number: '番号 コード',
  ship: '発送 配送 出荷 送付 送付先 お届け お届け先 届け先 送り先 配送先 発送先',
  bill: '請求 請求先 ご請求先',
  customer: '顧客 購入者 注文者 ご注文者 会員 お客様',
  line: '明細 行',
  product: '商品 製品',
  name: '名 氏名 名前 お名前',
  first: '名のみ 下の名前',
  last: '姓 苗字',
  address: '住所 番地 町名 住所1',
  second: '住所2 建物 建物名',
  city: '市区町村 市 都市',
  zip: '郵便番号',
  state: '都道府県',
  country: '国 国名 国コード',
  phone: '電話 電話番号',
  email: 'メール メールアドレス',
  price: '単価 価格 販売価格',
  quantity: '数量 個数',
  total: '合計 総額 金額 総合計 合計金額 請求金額',
  subtotal: '小計',
  tax: '税 税額 消費税',
  discount: '割引 値引 値引き 割引額',
  freight: '送料 配送料',
  cost: '手数料 料金',
  sku: '型番 品番 商品コード 商品番号',
  title: '商品名 品名',
  status: '状態 ステータス 状況',
  date: '日 日時 日付',
  created: '作成 購入',
  updated: '更新 変更',
  tracking: '追跡 伝票番号 追跡番号 送り状番号',
  currency: '通貨',
  note: '備考 メモ',
  payment: '支払 支払い 入金 決済',
  refund: '返金 返金額',
  cancel: 'キャンセル',
  coupon: 'クーポン',
  method: '方法',
  other: '店舗 ショップ ポイント ギフト 包装',
};
