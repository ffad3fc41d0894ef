-- The order items of Magento or Adobe Commerce with their credit memos: what magento-order-items.json reads, as CSV with a header.
SELECT o.increment_id,
  DATE_FORMAT(o.created_at, '%Y-%m-%dT%H:%i:%sZ') AS order_created_at,
  DATE_FORMAT(o.updated_at, '%Y-%m-%dT%H:%i:%sZ') AS order_updated_at,
  o.order_currency_code, o.customer_id, o.tax_amount AS tax_amount_order, o.shipping_amount,
  o.shipping_tax_amount, o.discount_amount AS discount_amount_order,
  i.item_id, i.parent_item_id, i.product_type, i.product_id, i.sku, i.name, i.weight,
  i.qty_ordered, i.qty_canceled, i.qty_invoiced, i.qty_shipped, i.qty_refunded,
  i.price, i.tax_amount, i.discount_amount, i.row_total,
  (SELECT DATE_FORMAT(MAX(s.created_at), '%Y-%m-%dT%H:%i:%sZ')
     FROM sales_shipment_item si JOIN sales_shipment s ON s.entity_id = si.parent_id
    WHERE si.order_item_id = i.item_id) AS last_shipped_at,
  (SELECT MAX(t.track_number)
     FROM sales_shipment_item si JOIN sales_shipment_track t ON t.parent_id = si.parent_id
    WHERE si.order_item_id = i.item_id) AS track_numbers,
  sa.firstname AS shipping_firstname, sa.lastname AS shipping_lastname, sa.street AS shipping_street,
  sa.city AS shipping_city, sr.code AS shipping_region_code, sa.postcode AS shipping_postcode,
  sa.country_id AS shipping_country_id, sa.telephone AS shipping_telephone,
  ba.firstname AS billing_firstname, ba.lastname AS billing_lastname, ba.street AS billing_street,
  ba.city AS billing_city, br.code AS billing_region_code, ba.postcode AS billing_postcode,
  ba.country_id AS billing_country_id, ba.telephone AS billing_telephone,
  c.increment_id AS creditmemo_id, DATE_FORMAT(c.created_at, '%Y-%m-%dT%H:%i:%sZ') AS creditmemo_created_at,
  c.grand_total AS creditmemo_total, ci.entity_id AS creditmemo_item_id,
  ci.order_item_id AS refunded_item_id, ci.qty AS refunded_qty
FROM sales_order o
JOIN (
  SELECT order_id, item_id, NULL AS memo_id, NULL AS memo_item_id FROM sales_order_item
  UNION ALL
  SELECT m.order_id, NULL, m.entity_id, mi.entity_id
    FROM sales_creditmemo m
    LEFT JOIN (sales_creditmemo_item mi JOIN sales_order_item oi
               ON oi.item_id = mi.order_item_id AND oi.parent_item_id IS NULL)
           ON mi.parent_id = m.entity_id AND mi.qty > 0
   WHERE m.state = 2
) r ON r.order_id = o.entity_id
LEFT JOIN sales_order_item i ON i.item_id = r.item_id
LEFT JOIN sales_creditmemo c ON c.entity_id = r.memo_id
LEFT JOIN sales_creditmemo_item ci ON ci.entity_id = r.memo_item_id
LEFT JOIN sales_order_address sa ON sa.parent_id = o.entity_id AND sa.address_type = 'shipping'
LEFT JOIN directory_country_region sr ON sr.region_id = sa.region_id
LEFT JOIN sales_order_address ba ON ba.parent_id = o.entity_id AND ba.address_type = 'billing'
LEFT JOIN directory_country_region br ON br.region_id = ba.region_id
ORDER BY o.increment_id, i.item_id IS NULL, i.item_id, ci.entity_id;
