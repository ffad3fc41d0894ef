// Removes personal data from a call: replaces texts and identifiers by invented ones. Equal values get equal replacements
// in the same shape, so that checks give the same findings.

import { jsonPlaces, type Steps } from '../../basics/json-text.ts';
import { type ReadMessage, readMessage } from '../../contract/read-message.ts';
import { parseInstant } from '../../contract/time.ts';
import type { CallRecord } from '../../storage/calls.ts';
import { bodyBytes, recordedBody } from './call-body.ts';

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

export type Scrubber = ReturnType<typeof makeScrubber>;

/** `digest` is a keyed hash (hexadecimal). The same key gives the same replacements. */
export function makeScrubber(digest: (text: string) => string) {
  const invented = new Map<string, string>();
  const taken = new Set<string>();
  const emails = new Map<string, string>();

  const email = (found: string): string => {
    const key = found.toLowerCase();
    const known = emails.get(key) ?? `shopper-${digest(`email ${key}`).slice(0, 12)}@shop.example`;
    emails.set(key, known);
    return known;
  };

  const word = (text: string): string => {
    if (!/[\p{L}\p{N}]/u.test(text)) return text;
    const known = invented.get(text);
    if (known !== undefined) return known;
    let made = '';
    // Short texts can get the same replacement. Then another one is tried, so that different texts stay different.
    for (let draw = 0; made === '' || (taken.has(made) && draw < 200); draw++) made = disguised(text, draw);
    taken.add(made);
    invented.set(text, made);
    return made;
  };

  /** Replaces each letter by a letter and each digit by a digit. All other characters stay. */
  const disguised = (text: string, draw: number): string => {
    let stream = '';
    let at = 0;
    const next = (): number => {
      if (at + 4 > stream.length) {
        stream = digest(`${draw} ${at} ${stream.slice(0, 8)} ${text}`);
        at = 0;
      }
      at += 4;
      return Number.parseInt(stream.slice(at - 4, at), 16);
    };
    let made = '';
    for (const c of text) {
      if (/\p{Lu}/u.test(c)) made += String.fromCharCode(65 + (next() % 26));
      else if (/\p{L}/u.test(c)) made += String.fromCharCode(97 + (next() % 26));
      // Never 0: a leading zero would not be a valid number.
      else if (/\p{N}/u.test(c)) made += String(1 + (next() % 9));
      else made += c;
    }
    return made;
  };

  const anyText = (text: string): string => {
    if (!text.includes('@')) return word(text);
    const parts = text.split(EMAIL);
    const found = text.match(EMAIL) ?? [];
    return parts.map((part, i) => word(part) + (found[i] === undefined ? '' : email(found[i]))).join('');
  };

  const textAt = (steps: Steps, text: string): string => {
    const key = [...steps].reverse().find((step) => typeof step === 'string') as string | undefined;
    const isTime = key !== undefined && TIME.test(key) && parseInstant(text) !== undefined;
    const names = steps.filter((step) => typeof step === 'string').join('.');
    if (isTime || text === '') return text;
    if (CATALOGUE.test(names) || (key !== undefined && UNCHANGED_FIELDS.has(key)))
      return text.replace(EMAIL, email);
    return anyText(text);
  };

  const json = (text: string): string => {
    let made = '';
    let from = 0;
    for (const { steps, start, end, kind } of jsonPlaces(text)) {
      const raw = text.slice(start, end);
      let value: string | undefined;
      if (kind === 'text') value = JSON.stringify(textAt(steps, JSON.parse(raw) as string));
      else if (kind === 'other' && LONG_NUMBER.test(raw) && !AMOUNT.test(String(steps.at(-1))))
        value = word(raw);
      if (value === undefined) continue;
      made += text.slice(from, start) + value;
      from = end;
    }
    return made + text.slice(from);
  };

  return {
    /** The record without personal data. Only headers that describe the body remain. */
    call(record: CallRecord): CallRecord {
      const bytes = bodyBytes(record);
      const read = readMessage(bytes);
      const text = read.kind === 'ok' ? json(new TextDecoder().decode(bytes)) : undefined;
      const body = text === undefined ? brokenLike(read) : { body: text, encoding: 'utf8' as const };
      return {
        ...record,
        ...body,
        bytes: bodyBytes(body).length,
        truncated: false,
        target: targetOf(record, word),
        headers: record.headers.filter(([name]) => /^(?:content-type|accept)$/i.test(name)),
        remote: '',
        rma: record.rma === null ? null : anyText(record.rma),
        orders: record.orders.map(anyText),
      };
    },
  };
}

/** A body that is broken in the same way, without the original content. */
function brokenLike(read: ReadMessage): Pick<CallRecord, 'body' | 'encoding'> {
  const why = read.kind === 'broken' ? read.why : 'empty';
  if (why === 'encoding') return recordedBody(new Uint8Array([0x22, 0xff, 0x22]));
  return recordedBody(Buffer.from(why === 'nesting' ? '['.repeat(100) : why === 'syntax' ? '{"broken' : ''));
}

/** The path of an endpoint stays, without its query. Of any other path only the shape stays. */
function targetOf({ kind, target }: CallRecord, word: (text: string) => string): string {
  const path = target.split('?')[0]!;
  return kind === 'unknown' ? path.split('/').map(word).join('/') : path;
}
