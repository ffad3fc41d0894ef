// Rows of an export to ASNs as a mapping says: cartons by their identifier, a detail line for every row that is one.
import type { Finding } from '../../contract/finding.ts';
import type { Cells } from '../../input/mapping/conditions.ts';
import type { RowReading } from '../../input/mapping/convert.ts';
import { isBlank } from '../../input/mapping/items.ts';
import {
  differingColumns,
  filled,
  headOf,
  type Sharing,
  sharedValue,
} from '../../input/mapping/shared-values.ts';
import { report, skipOf } from '../../input/mapping/skips.ts';
import type { RowPlace } from '../../input/types.ts';
import { type CompiledAsn, silently } from './compile-asn.ts';
import type { AsnLayout, AsnPart } from './layout.ts';
import { pair, putAt, type RowsAsn } from './rows.ts';

type Fields = Record<string, unknown>;

/** Where the values came from, beside what every table keeps. */
interface MappedAsn extends RowsAsn {
  /** The rows as they are, and with their blank cells filled as far as cartons and lines look at them. */
  readonly cells: readonly Cells[];
  readonly views: readonly Cells[];
  readonly filledHead: Cells;
  readonly cartons: readonly Carton[];
}

interface Carton {
  readonly head: number;
  readonly rows: readonly number[];
  readonly filledHead: Cells;
  readonly details: readonly number[];
}

export class MappedAsns implements AsnLayout {
  constructor(readonly compiled: CompiledAsn) {}

  keyOf(cells: Cells): string | undefined {
    return this.compiled.key(cells);
  }

  asnOf(rows: readonly Cells[], places: readonly RowPlace[], file: string): MappedAsn {
    const { compiled } = this;
    const { asnColumns: columns, fills, names } = compiled;
    const findings: Finding[] = [];
    const head = headOf(rows, columns, fills);
    const views = fills ? rows.map((cells) => filled(cells, head, compiled.shared)) : rows;
    const reading: RowReading = { cells: head, line: places[0]!.line, file, prefix: '', findings };
    const skip = skipOf(compiled, rows, head);
    const found = { findings, head: 0, cells: rows, views, filledHead: head, skippedRows: skip?.reasons };
    if (skip?.whole !== undefined) return { ...found, raw: {}, cartons: [], skip: skip.whole };
    const raw: Fields = {};
    const sharing: Sharing = { of: 'asn', rows, places, head, reading, columns, fills, names };
    const differing = differingColumns(rows, head, columns, fills);
    for (const shared of compiled.asn)
      putValue(raw, shared.field.keys, sharedValue(shared, sharing, differing));
    const cartons = this.boxesOf({ rows, views, places, reading, skips: skip?.skips });
    let lines = 0;
    raw['cartons'] = [];
    const built = cartons.map((of, c) => {
      const at = `cartons[${c}]`;
      const own = { rows: of.map((row) => views[row]!), places: of.map((row) => places[row]!) };
      const box = headOf(own.rows, compiled.cartonColumns, fills);
      const fields: Fields = {};
      const boxes: Sharing = { ...sharing, ...own, head: box, columns: compiled.cartonColumns };
      const unlike = differingColumns(own.rows, box, compiled.cartonColumns, fills);
      for (const shared of compiled.carton)
        putValue(fields, shared.field.keys, sharedValue(shared, boxes, unlike, `${at}.`));
      const lined = this.linesOf(of, { rows, views, places, reading, box, at, lines });
      fields['details'] = lined.details;
      lines += lined.rows.length;
      (raw['cartons'] as Fields[]).push(fields);
      return { head: of[0]!, rows: of, filledHead: box, details: lined.rows };
    });
    return { ...found, raw, cartons: built };
  }

  /** The rows of each carton. A row without anything of a carton or a line speaks for the ASN alone. */
  private boxesOf({ rows, views, places, reading, skips }: Looking): number[][] {
    const { compiled } = this;
    const identifier = compiled.carton.find(({ field }) => field.name === 'carton.identifier')?.value;
    const boxes = new Map<unknown, number[]>();
    for (const [row, view] of views.entries()) {
      if (skips?.[row]) continue;
      if (isBlank(rows[row]!, [...compiled.lineColumns, ...compiled.boxColumns])) {
        reading.cells = view;
        reading.line = places[row]!.line;
        report(compiled.reports, 'asn', reading, '');
        continue;
      }
      const name = identifier && silently(identifier, view);
      const box = boxes.get(name);
      if (box) box.push(row);
      else boxes.set(name, [row]);
    }
    return [...boxes.values()];
  }

  private linesOf(of: readonly number[], { rows, views, places, reading, box, at, lines }: Lining) {
    const { compiled } = this;
    const { fills, detail } = compiled;
    const details: Fields[] = [];
    const kept: number[] = [];
    const seen = new Map<string, number>();
    for (const row of of) {
      const blank = isBlank(rows[row]!, compiled.lineColumns);
      reading.cells = fills ? filled(views[row]!, box, compiled.cartonShared) : views[row]!;
      reading.line = places[row]!.line;
      report(compiled.reports, 'asn', reading, blank ? at : `${at}.details[${details.length}]`);
      if (blank) continue;
      reading.prefix = `${at}.details[${details.length}].`;
      const before = reading.findings.length;
      const line: Fields = {};
      for (const { field, value } of detail) {
        const one = value.generated ? String(lines + details.length + 1) : value.read(reading);
        putValue(line, field.keys, one);
      }
      const { line_identifier: identifier, unit_identifier: unit } = line;
      const generated = detail.some(({ value }) => value.generated);
      // Two units of one order line share its identifier, so the unit belongs to what names a row.
      const key = generated || identifier === undefined ? undefined : JSON.stringify([identifier, unit]);
      const first = key === undefined ? undefined : seen.get(key);
      if (first === undefined) {
        if (key !== undefined) seen.set(key, details.length);
        details.push(line);
        kept.push(row);
        continue;
      }
      reading.findings.length = before;
      reading.findings.push(
        this.repetition(details[first]!, line, `${at}.details[${first}]`, reading.cells, [
          places[row]!,
          places[kept[first]!]!,
        ]),
      );
    }
    reading.prefix = '';
    return { details, rows: kept };
  }

  /** A row that names an earlier line: the same line again, or a contradiction. */
  private repetition(
    first: Fields,
    second: Fields,
    path: string,
    cells: Cells,
    [place, earlier]: readonly [RowPlace, RowPlace],
  ): Finding {
    const differing = this.compiled.detail.find(
      ({ field }) => JSON.stringify(first[field.path]) !== JSON.stringify(second[field.path]),
    );
    if (!differing) return { ...pair('asn.line.repeated', '', place, earlier, path), severity: 'note' };
    const column = this.compiled.names[differing.value.source(cells)] ?? differing.field.name;
    return pair('asn.line.conflict', column, place, earlier, path);
  }

  sourceOf(given: RowsAsn, { level, path, row, carton: number }: AsnPart) {
    const { cells, views, filledHead, cartons } = given as MappedAsn;
    const value = this.compiled[level].find(({ field }) => field.path === path)?.value;
    const carton = number === undefined ? undefined : cartons[number];
    const box = carton?.filledHead ?? filledHead;
    const view =
      level === 'asn'
        ? filledHead
        : level === 'carton'
          ? box
          : filled(views[row]!, box, this.compiled.cartonShared);
    const index = value?.source(view) ?? -1;
    if (index < 0 || cells[row]![index] !== '') return { row, index };
    // Filled from another row: of the carton, or else of the ASN.
    const has = (other: number) => cells[other]![index] !== '';
    const of = carton?.rows.find(has) ?? cells.findIndex((_, other) => has(other));
    return { row: of < 0 ? row : of, index };
  }
}

interface Looking {
  readonly rows: readonly Cells[];
  readonly views: readonly Cells[];
  readonly places: readonly RowPlace[];
  readonly reading: RowReading;
  readonly skips?: readonly boolean[] | undefined;
}

interface Lining extends Looking {
  readonly box: Cells;
  /** Path of the carton, and the lines of those before it. */
  readonly at: string;
  readonly lines: number;
}

function putValue(into: Fields, keys: readonly string[], value: unknown): void {
  if (value !== undefined) putAt(into, keys, value);
}
