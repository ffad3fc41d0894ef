// What shops call such columns, in several languages and as abbreviations: `kind: name|name`.
export const NAMES = `
seller e-mail: Vendor Email|seller_email|Verkäufer E-Mail|E-mail vendeur|merchantEmail|Correo del vendedor
store e-mail: Store E-mail|Shop Email|contact_email|Kontakt E-Mail|Email boutique|support_email
staff e-mail: Sales Rep Email|handled_by|Sachbearbeiter|agent_mail|Created By|bearbeiter_mail
seller name: Seller|Vendor Name|Verkäufer|Vendeur|store_name|Nombre de la tienda|merchantName
staff name: Sales Person|Packed By|Bearbeiter|Vendedor|picker_name|Préparateur
company: Company|Firma|Société|Empresa|company_name
salutation: Title|Anrede|Civilité|salutation|Tratamiento
login name: User Name|Username|Benutzername|login|nickname|Pseudo
gift giver: Gift From|Sender Name|Absender|Expéditeur|gift_sender
marketing e-mail: Newsletter Email|Alternative Email|Second Email|Zweite E-Mail|paypal_email|Payer Email
ship by: Ship By|Ship By Date|Versand bis|À expédier avant|shipByDate|ship_deadline|Enviar antes de
latest delivery: Latest Delivery|Späteste Lieferzeit|latest_delivery_date|Livraison au plus tard|Entrega límite
promised delivery: Promised Date|Zugesagter Liefertermin|promised_at|Date promise|Wunschtermin|Requested Delivery
expected ship date: Expected Ship Date|Voraussichtlicher Versand|estimatedShipDate|Expédition prévue|ETD
expected delivery: Estimated Delivery|Liefertermin|ETA|expected_delivery|Date de livraison prévue|Fecha estimada
printed: Print Date|Gedruckt am|printed_at|Imprimé le|label_printed|Label Date
imported: Imported At|Import Date|Importiert am|synced_at|Date import|Download Date|exported_at
invoiced: Invoice Date|Rechnungsdatum|Date de facture|invoiced_at|Fecha factura|BLDAT
paid: Paid At|Bezahlt am|Payment Date|Date de paiement|paid_on|Fecha de pago
return until: Return Until|Rückgabe bis|return_deadline|Retour avant le|Return Window End
customer since: Customer Since|Kunde seit|registered_at|Client depuis|Account Created|member_since
birthday: Birthday|Geburtsdatum|dob|Date de naissance|Birth Date
payment due: Due Date|Fällig am|due_at|Échéance|Fecha de vencimiento
commission: Commission|Provision|Marketplace Fee|Verkaufsprovision|Comisión|selling_fee
payout: Payout|Auszahlung|Net Payout|payout_amount|Versement|Abono neto
payment fee: Payment Fee|Gateway Fee|Zahlungsgebühr|transaction_fee|Frais de transaction
cost of goods: Cost Total|Wareneinsatz|total_cost|Coût total|COGS
margin: Margin|Rohertrag|profit|Marge|Deckungsbeitrag
carrier cost: Label Cost|Actual Shipping Cost|Portokosten|carrier_charge|Coût transporteur
insured value: Insured Value|Warenwert|declared_value|Valeur déclarée|customs_value
lifetime spend: Lifetime Value|Total Spent|Kundenumsatz|total_spent|CA client
credit limit: Credit Limit|Kreditlimit|credit_line|Plafond
wallet used: Store Credit Balance|Guthaben|wallet_balance|Solde client
total in another currency: Total (EUR ref)|Base Total|base_grand_total|Gesamt in Hauswährung|Total devise
net total: Total Net|Nettosumme|total_excl_tax|Total HT|Base imponible
free shipping from: Free Shipping Threshold|Versandfrei ab|free_from|Franco à partir de
surcharge in the total: Surcharge|Zuschlag|handling_fee|Supplément|Recargo|COD Fee|Mindermengenzuschlag
tip in the total: Tip|Trinkgeld|Pourboire|Propina|tip_amount
payment status: Payment Status|Financial Status|Zahlungsstatus|État du paiement|payment_state|Estado del pago
payment in fulfilment words: Settlement|Zahlung|payment|Règlement|Abrechnung
return status: Return Status|Retourenstatus|return_state|Statut retour
fraud status: Risk Level|Fraud Status|Risiko|risk|Estado antifraude
sync status: Sync Status|Export Status|Übertragung|sync_state|Transmission
invoice status: Invoice Status|Rechnungsstatus|billing_status|Statut facture
channel: Channel|Vertriebskanal|Source|sales_channel|Canal|Origen
payment method: Payment Method|Zahlungsart|payment_type|Mode de paiement|Forma de pago
shipping method: Shipping Method|Versandart|delivery_type|Mode de livraison|Método de envío
is gift: Is Gift|Geschenk|is_gift|Cadeau|Es regalo
is test: Test Order|Testbestellung|is_test|Commande test
is first order: First Order|Neukunde|is_new_customer|Premier achat
newsletter: Accepts Marketing|Newsletter|opt_in|Abonné
language: Language|Sprache|locale|Langue|Idioma
shop country: Shop Country|Store Country|Herkunftsland|origin_country|Pays boutique
currency of the account: Payout Currency|Account Currency|Kontowährung|settlement_currency|Devise du compte
currency rate: Exchange Rate|Wechselkurs|fx_rate|Taux de change
payment id: Transaction ID|Zahlungs-ID|payment_id|Référence paiement|psp_reference
batch id: Batch|Stapel|batch_no|Lot|Pick List
invoice number: Invoice No|Rechnungsnummer|invoice_id|N° facture|Factura|XBLNR
purchase order: PO Number|Bestellnummer Kunde|customer_reference|Référence client|Su pedido
customer number: Customer No|Kundennummer|customer_id|N° client|KUNNR
note with numbers: Note|Bemerkung|comment|Remarque|Observaciones|order_note
gift message: Gift Message|Grußtext|gift_note|Message cadeau
number of lines: Line Count|Positionen|line_items_count|Nb lignes
number of units: Total Qty|Gesamtmenge|total_item_count|Nb articles|Unidades totales
number of parcels: Packages|Pakete|parcel_count|Colis|Bultos
points: Points|Punkte|loyalty_points|Points fidélité|Puntos
order weight: Total Weight|Gesamtgewicht|total_weight_g|Poids total
coupon: Coupon Code|Gutschein|promo_code|Code promo|Cupón
warehouse: Warehouse|Lager|warehouse_name|Entrepôt|Almacén
warehouse city: Warehouse City|Lagerort|warehouse_city|Ville entrepôt|Ship From City
warehouse street: Warehouse Address|Lageradresse|ship_from_street|Adresse entrepôt
pickup address: Pickup Address|Abholadresse|pickup_street|Point relais adresse
return address: Return Address|Rücksendeadresse|return_street|Adresse de retour
store zip: Store Zip|Filiale PLZ|store_postcode|CP magasin
district: District|Ortsteil|neighborhood|Quartier|Localidad|Bairro
order page: Order URL|Link|status_url|Lien commande
user agent: IP Address|IP|remote_ip|Adresse IP
tracking page: Tracking URL|Sendungslink|tracking_link|Lien de suivi
constant: Version|Mandant|tenant|Société code|MANDT|schema
empty: Custom 1|Frei 1|attribute1|Champ libre|Reserved
parent sku: Parent SKU|parent_sku|Vater-Artikelnummer|SKU parent|parent_product_sku|Style No
parent line: parent_item_id|Parent Line|Übergeordnete Position|parent_row
cross-sell sku: Cross-sell SKU|Related SKU|Zubehör-Artikelnummer|upsell_sku|SKU associé
old sku: Old SKU|Alte Artikelnummer|legacy_sku|Ancienne référence|SKU anterior
vendor sku: Vendor SKU|Lieferanten-Artikelnummer|supplier_sku|Réf. fournisseur|MPN
replacement sku: Replaced By SKU|Ersatzartikel|substitute_sku|SKU de remplacement
product id: Product ID|Produkt-ID|product_id|ID produit|MATNR
barcode: Barcode|EAN|GTIN|Code-barres|ean13|UPC
serial number: Serial No|Seriennummer|serial|N° de série
bin: Bin|Lagerplatz|shelf|Emplacement|LGORT
lot number: Lot No|Charge|batch_code|N° de lot|CHARG
customs code: HS Code|Zolltarifnummer|hs_code|Code douanier|Taric
position: Line No|Position|line_number|N° ligne|POSNR
product type: Product Type|Produktart|product_type|Type de produit|Tipo de producto
category: Category|Kategorie|product_category|Catégorie|Categoría|Warengruppe
brand: Brand|Marke|manufacturer|Marque|Marca|Vendor
physical product: Physical Product|Product physical|Producto físico|is_physical|Physisches Produkt
requires shipping: Requires Shipping|Versandpflichtig|requires_shipping|Expédition requise
taxable: Taxable|Steuerpflichtig|is_taxable|Imposable
size: Size|Größe|taille|Talla|option1
colour: Color|Farbe|couleur|option2
line note: Item Note|Positionstext|line_comment|Personnalisation|engraving
product page: Product URL|Produktlink|product_url|URL produit|Enlace
product picture: Image URL|Bild-URL|image_url|URL image
line supplier: Supplier|Lieferant|supplier_name|Fournisseur|Proveedor
line status: Item Status|Positionsstatus|line_state|Statut ligne
country of origin: Country of Origin|Ursprungsland|origin|Pays d’origine|made_in
cost price: Cost Price|EK-Preis|unit_cost|Prix d’achat|Costo|Purchase Price
list price: List Price|UVP|original_price|Prix barré|Precio de lista|MSRP
old price: Old Price|Alter Preis|compare_at_price|Ancien prix|was_price
price before tax: Price excl. Tax|Nettopreis|price_net|PU HT|Precio sin IVA
wholesale price: Wholesale Price|Händlerpreis|b2b_price|Prix de gros|Dealer Price
fee of a line: Line Fee|Positionsgebühr|item_fee|Frais ligne
freight of a line: Item Shipping Cost|Fracht Position|line_freight_cost|Port ligne
deposit: Deposit|Pfand|deposit_amount|Consigne
tax rate: Tax Rate|Steuersatz|vat_rate|Taux TVA|IVA %
discount per cent: Discount %|Rabatt %|discount_percent|Remise %
line total: Line Total|Positionssumme|row_total|Total ligne|NETWR_POS
eco tax: Eco Tax|Eco-participation|Altgeräteabgabe|eco_fee
stock: Stock|Lagerbestand|qty_available|Stock disponible|Existencias|Inventory Quantity
backordered: Backordered|Rückstand|qty_backordered|Reliquat|Qty Backordered
pack size: Pack Size|VPE|units_per_pack|Conditionnement|Qty per Box
returned units: Qty Returned|Retournierte Menge|qty_returned|Qté retournée
minimum quantity: Min Qty|Mindestmenge|min_order_qty|Qté min
invoiced units: Qty Invoiced|Berechnete Menge|qty_invoiced|Qté facturée
weight in grams: Weight (g)|Gewicht_g|weight_grams|Poids (g)
weight in kilograms: Weight kg|Gewicht (kg)|weight_kg|Poids kg
weight in pounds: Weight (lb)|weight_lbs|Lbs
length: Length|Länge|dim_l|Longueur
rating: Rating|Bewertung|stars|Note produit
points of a line: Item Points|Bonuspunkte|points_earned|Points ligne
lead time: Lead Time|Lieferzeit|lead_days|Délai
available from: Available From|Verfügbar ab|restock_date|Disponible le
`;
