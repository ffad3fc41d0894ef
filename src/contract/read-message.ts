// The bytes of a message that arrived, as JSON: broken, or a value with findings about what JSON.parse passes over.
import type { Json } from '../base/json.ts';
import type { Finding } from './finding.ts';

/** Where it breaks: byte offset from 0, line and column from 1. */
export interface BytePosition {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

export type ReadMessage =
  | {
      readonly kind: 'broken';
      readonly why: 'empty' | 'encoding' | 'syntax' | 'nesting';
      /** A sentence without anything of the body in it. */
      readonly message: string;
      readonly position: BytePosition;
    }
  | { readonly kind: 'ok'; readonly value: Json; readonly findings: readonly Finding[] };

export function readMessage(_bytes: Uint8Array): ReadMessage {
  return { kind: 'ok', value: null, findings: [] };
}
