// Shared by the tests of src/input: a real folder with files, inputs opened on them, snapshots collected.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import { Failure } from '../../src/basics/failure.ts';
import type { Inputs, IntakeOptions, ReadMode, Snapshot } from '../../src/input/types.ts';
import { openInputs } from '../../src/orders/read/order-input.ts';
import { realPlatform } from '../../src/platform/node-platform.ts';
import type { Platform } from '../../src/platform/platform.ts';
import { atEndOfTest } from '../helpers/ends.ts';

export interface Desk {
  readonly folder: string;
  readonly spool: string;
  readonly platform: Platform;
  file(name: string, content: string | Uint8Array): string;
  open(names: string | readonly string[], options?: Partial<IntakeOptions>): Promise<Inputs>;
  /** Opens, reads the first pass (again when scattered) and closes. */
  read(names: string | readonly string[], options?: Partial<IntakeOptions>): Promise<Snapshot[]>;
  /** The failure of opening and the first pass. */
  fail(names: string | readonly string[], options?: Partial<IntakeOptions>): Promise<Failure>;
}

// One platform for all tests: every real platform listens on the real streams.
const real = realPlatform({});

export function desk(stdin: Uint8Array | string = ''): Desk {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'returns-intake-'));
  atEndOfTest(() => fs.rmSync(folder, { recursive: true, force: true }));
  const spool = path.join(folder, 'state', 'spool');
  const platform: Platform = {
    ...real,
    cwd: folder,
    terminal: {
      ...real.terminal,
      async *stdin() {
        const bytes = Buffer.from(stdin);
        // In small pieces, as a pipe may give it.
        for (let at = 0; at < bytes.length; at += 7000) yield bytes.subarray(at, at + 7000);
      },
    },
  };
  const self: Desk = {
    folder,
    spool,
    platform,
    file(name, content) {
      fs.writeFileSync(path.join(folder, name), content);
      return name;
    },
    async open(names, options = {}) {
      const list = typeof names === 'string' ? [names] : names;
      const inputs = await openInputs(platform, list, { format: 'auto', memory: 256e6, ...options }, spool);
      atEndOfTest(() => inputs.close());
      return inputs;
    },
    async read(names, options) {
      const inputs = await self.open(names, options);
      return readFirst(inputs);
    },
    async fail(names, options) {
      try {
        await self.read(names, options);
      } catch (error) {
        expect(error).toBeInstanceOf(Failure);
        return error as Failure;
      }
      throw new Error('nothing failed');
    },
  };
  return self;
}

export async function collect(inputs: Inputs, mode: ReadMode): Promise<Snapshot[]> {
  const all: Snapshot[] = [];
  for await (const list of inputs.read(mode)) all.push(...list);
  return all;
}

export async function readFirst(inputs: Inputs): Promise<Snapshot[]> {
  const first = await collect(inputs, 'first');
  return inputs.snapshotIndex.scattered ? collect(inputs, 'counted') : first;
}

/** A small table: order columns and two item columns. */
export const HEADER = 'identifier,updated_at,currency,item.identifier,item.sku,item.quantity';
export const row = (
  id: string | number,
  line: string | number,
  more: { at?: string; currency?: string; sku?: string; quantity?: string | number } = {},
): string =>
  [
    `SO-${id}`,
    more.at ?? '2026-05-01T10:00:00Z',
    more.currency ?? 'USD',
    line,
    more.sku ?? `SKU-${line}`,
    more.quantity ?? 1,
  ].join(',');
export const table = (...rows: string[]): string => `${[HEADER, ...rows].join('\n')}\n`;

export const codes = (snapshot: Snapshot | undefined): string[] =>
  (snapshot?.findings ?? []).map((finding) => `${finding.severity} ${finding.code} ${finding.path}`);
