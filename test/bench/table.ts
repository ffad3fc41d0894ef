// The table that a run prints, its short form for docs/performance.md, and which demands were missed.
import os from 'node:os';
import { formatCount } from '../../src/basics/units.ts';
import { FEWEST_PAIRS, type Group, type MeasuredFloor, type Result, type Unit } from './runner.ts';

/** Fewer rounds are chance. */
const FEWEST_ROUNDS = 3;

/** Three of four rounds missed it: the median alone misses and holds by turns where a figure lies at its demand. */
const isMissed = ({ ratios, atLeast = 0, atMost = Number.POSITIVE_INFINITY }: MeasuredFloor): boolean =>
  ratios.length >= FEWEST_ROUNDS &&
  ratios.filter((ratio) => ratio < atLeast || ratio > atMost).length >= ratios.length * 0.75;

/** The build before was better in every round, by more than a twentieth. */
function isWorse({ row, figures }: Result): boolean {
  const { paired = [] } = figures ?? {};
  const wrong = row.unit.endsWith('/s') ? (ratio: number) => ratio < 0.95 : (ratio: number) => ratio > 1.05;
  return paired.length >= FEWEST_PAIRS && paired.every(wrong);
}

const pairedOf = ({ figures }: Result): string => {
  const ratios = [...(figures?.paired ?? [])].sort((a, b) => a - b).map((ratio) => ratio.toFixed(2));
  return ratios.length === 0 ? '' : `${ratios[ratios.length >> 1]} (${ratios[0]} to ${ratios.at(-1)})`;
};

/** What makes a run fail: demands that were missed, and rows that could not run at all. */
export const failuresOf = (results: readonly Result[]): string[] =>
  results.flatMap((result) => {
    const { row, figures, note, isFailure } = result;
    return [
      ...(isFailure ? [`${row.name}: ${note}`] : []),
      ...(isWorse(result) ? [`${row.name}: ${pairedOf(result)} of the build before`] : []),
      ...(figures?.floors ?? [])
        .filter(isMissed)
        .map((floor) => `${row.name}: ${ratio(figures!.now, floor)} of ${floor.name}, ${demandOf(floor)}`),
    ];
  });

const ratio = (figure: number, floor: MeasuredFloor): string => (figure / floor.figure).toFixed(2);

function demandOf({ atLeast, atMost }: MeasuredFloor): string {
  if (atLeast !== undefined) return `at least ${atLeast}`;
  return atMost === undefined ? '' : `at most ${atMost}`;
}

function goalOf(now: number, { goal, figure }: MeasuredFloor, unit: Unit): string {
  if (goal === undefined) return '';
  const isReached = unit.endsWith('/s') ? now / figure >= goal : now / figure <= goal;
  return `goal ${goal}${isReached ? ' reached' : ' not reached'}`;
}

function shown(figure: number, unit: Unit): string {
  if (unit === 'ms') return `${(figure * 1000).toFixed(0)} ms`;
  if (unit === 's') return `${figure.toFixed(2)} s`;
  if (unit === 'MB') return `${(figure / 1e6).toFixed(0)} MB`;
  return `${formatCount(figure)} ${unit}`;
}

/** A line for each floor of a row; the first says what the row is. */
export function tableOf(results: readonly Result[]): string {
  const head = [
    'row',
    'work',
    'before',
    'now',
    'now/before',
    'floor of the same run',
    'before',
    'ratio',
    'demand',
  ];
  const lines = results.flatMap((result) => {
    const { row, size, rounds, figures, note } = result;
    if (!figures) return [[row.name, note]];
    const { now, before, floors } = figures;
    const ifBefore = (text: (figure: number) => string) => (before === undefined ? '' : text(before));
    const work = `${row.sizes ? `${formatCount(size)} ${row.sizes.of}, ` : ''}${rounds} x`;
    const first = [
      row.name,
      work,
      ifBefore((figure) => shown(figure, row.unit)),
      shown(now, row.unit),
      pairedOf(result) + (isWorse(result) ? '  WORSE' : ''),
    ];
    return floors.map((floor, index) => [
      ...(index === 0 ? first : first.map(() => '')),
      `${shown(floor.figure, row.unit)} ${floor.name}`,
      ifBefore((figure) => ratio(figure, floor)),
      ratio(now, floor),
      [demandOf(floor), goalOf(now, floor, row.unit)].filter(Boolean).join(', ') +
        (isMissed(floor) ? '  MISSED' : ''),
    ]);
  });
  const hasBefore = results.some(({ figures }) => figures?.before !== undefined);
  return aligned(
    [head, ...lines].map((cells) => cells.filter((_, at) => hasBefore || !head[at]!.includes('before'))),
  );
}

/** Columns under each other; the last cell of a row is as long as it likes. */
function aligned(rows: readonly string[][]): string {
  const widthOf = (column: number) =>
    Math.max(...rows.map((cells) => (column < cells.length - 1 ? cells[column]!.length : 0)));
  const widths = rows[0]!.map((_, column) => widthOf(column));
  return rows
    .map((cells) =>
      cells
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export const MARKERS = [
  '<!-- Made by npm run bench -- --update -->',
  '<!-- End of what it made -->',
] as const;

/** A line for each group: the ratios of its rows to one floor. */
export function readmeTable(results: readonly Result[]): string {
  const groups = [...new Set(results.map(({ row }) => row.group))];
  const machine = `${os.availableParallelism()} cores, ${process.platform} ${process.arch}, Node ${process.versions.node}`;
  return [
    '| what | compared with | ratio |',
    '|---|---|---|',
    ...groups.map((group) => `| ${group.work} | ${group.floor} | ${ratiosOf(group, results)} |`),
    `| measured ${new Date().toISOString().slice(0, 10)} | ${machine} | below 1: less time, speed or memory |`,
  ].join('\n');
}

function ratiosOf(group: Group, results: readonly Result[]): string {
  const rows = results.filter(({ row }) => row.group === group);
  return rows
    .map(({ row, figures }) => {
      const floor = figures?.floors.find(({ name }) => name === group.floor);
      if (!figures || !floor) return `${row.name}: not finished`;
      const was = figures.before === undefined ? '' : ` (was ${ratio(figures.before, floor)})`;
      return `${row.name} ${ratio(figures.now, floor)}${was}`;
    })
    .join(', ');
}

/** The page with the table between its markers. */
export function withTable(page: string, table: string): string {
  const [from, to] = MARKERS.map((marker) => page.indexOf(marker)) as [number, number];
  if (from === -1 || to < from) throw new Error('the markers are not in the page');
  return `${page.slice(0, from + MARKERS[0].length)}\n${table}\n${page.slice(to)}`;
}
