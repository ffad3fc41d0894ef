// Collects the refused orders with their rows, and the first orders of each warning, while the input is read. What is held is
// bounded, whatever the size of the input.
import type { Finding } from '../../contract/finding.ts';
import { refuses } from '../../contract/levels.ts';
import type { Snapshot } from '../../input/types.ts';
import type { RefusedField } from '../../runs/summary.ts';
import type { Watch } from '../analysis.ts';
import type { CheckContext, SnapshotVerdict } from '../check-snapshot.ts';
import { type Reason, reasonOf } from '../compare.ts';
import { type PageCell, type PageRow, PageRows } from './page-rows.ts';

/** At most so many refused rows are in the page, and so many characters of them. */
const MOST_ROWS = 5000;
const MOST_CHARACTERS = 12_000_000;
/** So many orders of each code are in the page even when other codes have filled it. */
const FIRST_OF_CODE = 20;
/** Findings and rows of one order. */
const MOST_FINDINGS = 50;
const MOST_ORDER_ROWS = 20;
/** Orders that are named for each warning. */
const MOST_WARNED = 10;

/** One reason why an order is refused. */
export interface PageFinding extends Omit<RefusedField, 'order'> {
  /** Number of the column in the file, from 1; null where the input has none. */
  readonly place: number | null;
  /** The cell that the field came from, as in `PageCell`; null when no cell gave it. */
  readonly cell: PageCell | null;
}

export interface RefusedOrder {
  readonly order: string;
  readonly findings: readonly PageFinding[];
  readonly moreFindings: number;
  readonly rows: readonly PageRow[];
  readonly moreRows: number;
}

/** An order that a warning is about. */
export type WarnedOrder = Omit<RefusedField, 'code'>;

export type Collected = ReturnType<ReportCollector['take']>;

export class ReportCollector implements Watch {
  /** Refused orders as JSON: a text of its own does not keep the rows of the input in memory. */
  private held: string[] = [];
  private heldRows = 0;
  private heldCharacters = 0;
  private readonly ofCode = new Map<string, number>();
  private readonly warned = new Map<string, string[]>();

  private readonly rows: PageRows;

  constructor(
    private readonly checks: CheckContext,
    private readonly fileName: (index: number) => string,
    withPersonal: boolean,
  ) {
    this.rows = new PageRows(withPersonal, fileName);
  }

  begin(): void {
    this.held = [];
    this.heldRows = 0;
    this.heldCharacters = 0;
    this.ofCode.clear();
    this.warned.clear();
  }

  see(snapshot: Snapshot, verdict: SnapshotVerdict, before?: Reason): void {
    if (verdict.kind === 'skipped') return;
    const { checks } = this;
    const rest = verdict.findings.filter((finding) => !refuses(finding, checks));
    if (rest.length > 0) this.warn(snapshot, rest);
    if (before) this.refuse(snapshot, [before]);
    if (verdict.kind !== 'refused') return;
    const findings = verdict.findings.filter((finding) => refuses(finding, checks));
    this.refuse(snapshot, findings.slice(0, MOST_FINDINGS).map(reasonOf), findings.length);
  }

  private refuse(snapshot: Snapshot, findings: readonly Reason[], count = findings.length): void {
    if (!this.hasSpaceFor(findings.map(({ code }) => code))) return;
    const { rows } = this;
    const places = findings.map(({ field }) => this.placeOf(snapshot, field));
    const shown = rows.of(snapshot, places, MOST_ORDER_ROWS);
    const order: RefusedOrder = {
      order: rows.nameOf(snapshot.id),
      findings: findings.map((reason, i): PageFinding => {
        const { file, line, column } = places[i]!;
        return { ...reason, file, line, place: column ?? null, cell: rows.cellOf(snapshot, reason.field) };
      }),
      moreFindings: count - findings.length,
      rows: shown,
      moreRows: Math.max(0, snapshot.rows.length - MOST_ORDER_ROWS),
    };
    const text = JSON.stringify(order);
    this.held.push(text);
    this.heldRows += shown.length;
    this.heldCharacters += text.length;
  }

  /** Counts the codes. */
  private hasSpaceFor(codes: readonly string[]): boolean {
    let isNew = false;
    for (const code of new Set(codes)) {
      const count = (this.ofCode.get(code) ?? 0) + 1;
      this.ofCode.set(code, count);
      isNew ||= count <= FIRST_OF_CODE;
    }
    return isNew || (this.heldRows < MOST_ROWS && this.heldCharacters < MOST_CHARACTERS);
  }

  private warn(snapshot: Snapshot, findings: readonly Finding[]): void {
    const seen = new Set<string>();
    for (const finding of findings) {
      const { code, path, severity } = finding;
      if (severity === 'note' || seen.has(code)) continue;
      seen.add(code);
      const list = this.warned.get(code) ?? [];
      this.warned.set(code, list);
      if (list.length >= MOST_WARNED) continue;
      const { file, line } = this.placeOf(snapshot, path);
      const { field, message } = reasonOf(finding);
      const order: WarnedOrder = { order: this.rows.nameOf(snapshot.id), field, message, file, line };
      list.push(JSON.stringify(order));
    }
  }

  private placeOf(snapshot: Snapshot, path: string) {
    const place = snapshot.placeOf(path);
    const [first] = snapshot.rows;
    return {
      file: place.file ?? this.fileName(first?.file ?? 0),
      line: place.line ?? first?.line ?? 0,
      column: place.column,
    };
  }

  /** `refused`: each is a `RefusedOrder` as JSON. */
  take() {
    const warned = [...this.warned].map(([code, list]): [string, WarnedOrder[]] => [
      code,
      list.map((text) => JSON.parse(text) as WarnedOrder),
    ]);
    return { refused: this.held, columns: this.rows.columns, warned: new Map(warned) };
  }
}
