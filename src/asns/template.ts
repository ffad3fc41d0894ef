// The output of `returns asns template`: all columns with one ASN of type unit, one of type sku and one with
// labels.
import { ASN_TABLE } from '../input/asn-table.ts';
import { writeCsv } from '../input/write-csv.ts';

const WHERE = {
  program_identifier: 'PRG-1',
  from: { identifier: 'STORE-7', type: 'store' },
  to: { identifier: 'WH-1', type: 'warehouse' },
};

const SAMPLES = [
  {
    ...WHERE,
    asn_number: 'RMA-100001',
    shipment_identifier: 'SHP-501',
    tracking_number: '1Z999AA10123456784',
    carrier: 'UPS',
    ship_date: '2026-05-06T00:00:00',
    status: 'shipped',
    details_type: 'unit',
    cartons: [
      {
        identifier: 'CTN-1',
        reference: { type: 'RMA', identifier: 'RMA-100001' },
        details: [
          {
            line_identifier: 'SO-100001-1',
            unit_identifier: 'U-0001',
            sku: 'TEE-BLK-M',
            upc: '012345678905',
            quantity: 1,
            serial_number: 'SN0001',
            condition: 'good',
            eligibility_flags: ['recall', 'seasonal'],
            sell_date: '2026-04-20T10:00:00Z',
            return_date: '2026-05-04T09:30:00Z',
            return_reason: 'too small',
          },
          {
            line_identifier: 'SO-100001-1',
            unit_identifier: 'U-0002',
            sku: 'TEE-BLK-M',
            upc: '012345678905',
            quantity: 1,
          },
        ],
      },
    ],
  },
  {
    ...WHERE,
    asn_number: 'TO-2001',
    status: 'pending',
    details_type: 'sku',
    cartons: [
      {
        identifier: 'PAL-1',
        reference: { type: 'StockTransferOrder', identifier: 'STO-77' },
        details: [
          { line_identifier: '1', sku: '00123', quantity: 40 },
          { line_identifier: '2', sku: 'MUG-01', quantity: 12 },
        ],
      },
    ],
  },
  {
    ...WHERE,
    asn_number: 'RMA-100002',
    status: 'pending',
    details_type: 'unit',
    cartons: [
      {
        identifier: 'CTN-2',
        details: [
          {
            line_identifier: '1',
            unit_identifier: 'U-0003',
            sku: 'JEAN-32-30',
            quantity: 1,
            labels: [
              { type: 'barcode', name: 'Unit', value: 'U-0003' },
              { type: 'text', name: 'Bin', value: 'A-7' },
            ],
          },
        ],
      },
    ],
  },
];

export const asnTemplateCsv = (): string => writeCsv(ASN_TABLE, SAMPLES);

/** A list of ASNs, as JSON. */
export const asnTemplateMessages = () => SAMPLES;
