// Identifiers of refunds and their lines that the export does not have: the same in every run, because refunds that were
// accepted before are recognised by them.
import { microsOf } from '../../../contract/time.ts';
import { type Hash, hashText } from '../../number-columns.ts';

/** What makes a refund the one that it is. */
export interface RefundContent {
  readonly order: string;
  readonly createdAt: unknown;
  readonly amount: unknown;
  /** Line and units of each refund line. */
  readonly lines: readonly (readonly [line: string, units: unknown])[];
}

const HASH: Hash = { h1: 0, h2: 0 };

/** Gives each refund of one order its identifier; equal ones are numbered in the order in which they are named. */
export class RefundNames {
  private readonly seen = new Map<string, number>();

  nameOf({ order, createdAt, amount, lines }: RefundContent): string {
    const sorted = lines.map((line) => JSON.stringify(line)).sort();
    const { h1, h2 } = hashText(JSON.stringify([order, instantOf(createdAt), amount ?? null, sorted]), HASH);
    const name = `${order}-R${hex(h1)}${hex(h2)}`;
    return this.numbered(name);
  }

  /** The identifier of a line of a refund: it stays when the refund has more lines in a later export. */
  lineNameOf(refund: string, line: string): string {
    return this.numbered(`${refund}-${line}`);
  }

  private numbered(name: string): string {
    const count = (this.seen.get(name) ?? 0) + 1;
    this.seen.set(name, count);
    return count === 1 ? name : `${name}-${count}`;
  }
}

/** The instant of a time as it is sent: `10:00+01:00` and `09:00Z` are one. A text that is no time stands for itself. */
export function instantOf(createdAt: unknown): unknown {
  const micros = microsOf(typeof createdAt === 'string' ? createdAt : '');
  return Number.isNaN(micros) ? (createdAt ?? null) : micros;
}

const hex = (half: number): string => half.toString(16).padStart(8, '0');
