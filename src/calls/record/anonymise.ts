// Removes personal data from a call: replaces texts and identifiers by invented ones. Equal values get equal replacements
// in the same shape, so that checks give the same findings.

import { jsonPlaces, type Steps } from '../../basics/json-text.ts';
import { DEFAULT_PATHS, pathOfKind } from '../../contract/customer-endpoints.ts';
import { readMessage } from '../../contract/read-message.ts';
import { parseInstant } from '../../contract/time.ts';
import type { CallRecord } from '../../storage/calls.ts';
import { bodyBytes, recordedBody } from './recorded-call.ts';

/**
 * Fields whose texts are words of the interface, catalogue values or times. They stay; all other texts may be personal
 * data.
 */
const UNCHANGED_FIELDS = new Set(
  (
    'status package_tracking_status receiving_status refund_type return_method currency sku original_sku upc ' +
    'variant_identifier title image_url product_url carrier country_code warehouse_receipt_condition concept vendor'
  ).split(' '),
);
const TIME = /_(?:at|date)$/;
/** Inside a variant, attributes are names and values of the catalogue. */
const CATALOGUE = /(?:^|\.)attributes(?:\.|$)/;
const EMAIL = /[^\s@<>"',;:]+@[^\s@<>"',;:]+/gu;
/** Short numbers and amounts are not personal. Any other number may be a phone, customer or order number. */
const LONG_NUMBER = /^-?\d{5,}$/;
const AMOUNT = /_cents$|quantity|weight|units|total/;

export class Scrubber {
  private readonly invented = new Map<string, string>();
  private readonly taken = new Set<string>();

  /** @param digest a keyed hash (hexadecimal): the same key gives the same replacements */
  constructor(private readonly digest: (text: string) => string) {}

  /** The record without personal data. Only headers that describe the body remain; what is not JSON is replaced as a whole. */
  call(record: CallRecord): CallRecord {
    const bytes = bodyBytes(record);
    const isRead = readMessage(bytes).kind === 'ok';
    const broken = bytes.length === 0 ? '' : '{"broken';
    const body = recordedBody(Buffer.from(isRead ? this.json(new TextDecoder().decode(bytes)) : broken));
    return {
      ...record,
      ...body,
      bytes: bodyBytes(body).length,
      truncated: false,
      target: this.target(record),
      headers: record.headers.filter(([name]) => /^(?:content-type|accept)$/i.test(name)),
      remote: '',
      rma: record.rma === null ? null : this.anyText(record.rma),
      orders: record.orders.map((order) => this.anyText(order)),
    };
  }

  private email = (found: string): string =>
    `shopper-${this.digest(`email ${found.toLowerCase()}`).slice(0, 12)}@shop.example`;

  private word = (text: string): string => {
    if (!/[\p{L}\p{N}]/u.test(text)) return text;
    const known = this.invented.get(text);
    if (known !== undefined) return known;
    let made = '';
    // Short texts can get the same replacement. Then another one is tried, so that different texts stay different.
    for (let draw = 0; made === '' || (this.taken.has(made) && draw < 200); draw++)
      made = this.disguised(text, draw);
    this.taken.add(made);
    this.invented.set(text, made);
    return made;
  };

  /** Replaces each letter by a letter and each digit by a digit. All other characters stay. */
  private disguised(text: string, draw: number): string {
    const stream = this.digest(`${draw} ${text}`);
    return [...text]
      .map((c, i) => {
        const from = (i * 4) % 60;
        const drawn = Number.parseInt(stream.slice(from, from + 4), 16);
        if (/\p{Lu}/u.test(c)) return String.fromCharCode(65 + (drawn % 26));
        if (/\p{L}/u.test(c)) return String.fromCharCode(97 + (drawn % 26));
        // Never 0: a leading zero would not be a valid number.
        return /\p{N}/u.test(c) ? String(1 + (drawn % 9)) : c;
      })
      .join('');
  }

  private anyText(text: string): string {
    if (!text.includes('@')) return this.word(text);
    const found = text.match(EMAIL)?.map(this.email) ?? [];
    return text
      .split(EMAIL)
      .map((part, i) => this.word(part) + (found[i] ?? ''))
      .join('');
  }

  private textAt(steps: Steps, text: string): string {
    const names = steps.filter((step) => typeof step === 'string');
    const key = names.at(-1) ?? '';
    if (text === '' || (TIME.test(key) && parseInstant(text) !== undefined)) return text;
    if (CATALOGUE.test(names.join('.')) || UNCHANGED_FIELDS.has(key)) return text.replace(EMAIL, this.email);
    return this.anyText(text);
  }

  private json(text: string): string {
    let made = '';
    let from = 0;
    for (const { steps, start, end, kind } of jsonPlaces(text)) {
      const raw = text.slice(start, end);
      let value: string | undefined;
      if (kind === 'text') value = JSON.stringify(this.textAt(steps, JSON.parse(raw) as string));
      else if (kind === 'other' && LONG_NUMBER.test(raw) && !AMOUNT.test(String(steps.at(-1))))
        value = this.word(raw);
      if (value === undefined) continue;
      made += text.slice(from, start) + value;
      from = end;
    }
    return made + text.slice(from);
  }

  /** An endpoint has its usual path, since the own one may be a secret, with its variant. Of any other path only the shape stays. */
  private target({ kind, target }: CallRecord): string {
    const path = target.split('?')[0]!;
    if (kind === 'unknown') return path.split('/').map(this.word).join('/');
    const variant = /\/sku\/([^/]+)\//.exec(path)?.[1]?.replace(EMAIL, this.email) ?? '';
    return pathOfKind(kind, DEFAULT_PATHS).replace('{variant_identifier}', () => variant);
  }
}
