// The page of a check, for who owns the data: what was found, what to do, the refused orders, and all that was assumed.
import { changeText } from '../../account/level-flags.ts';
import { formatCents, formatCount, plural } from '../../basics/units.ts';
import { bySeverity } from '../../contract/finding.ts';
import { formatInstant } from '../../contract/time.ts';
import {
  type Content,
  html,
  list,
  type Markup,
  pairs,
  type Section,
  table,
  writeStaticPage,
} from '../../page/server/static-page.ts';
import type { Platform } from '../../platform/platform.ts';
import type { UploadSummary } from '../upload/order-run.ts';
import { assumedIn, dayOf, joinTexts, type Plan, SKIPPED_BY } from '../upload/plan.ts';
import { type Coded, codeBlock, titleOf } from './collect.ts';

/** Who made the page, and how. */
export interface ReportAbout {
  /** ms since the epoch. */
  readonly at: number;
  readonly version: string;
  /** The command line. */
  readonly command: string;
  readonly withPersonal: boolean;
}

export interface ReportFile {
  readonly file: { write(text: string): void };
  readonly about: ReportAbout;
}

interface ReportContent {
  readonly plan: Plan;
  readonly summary: UploadSummary;
  /** A card for each refused order. */
  readonly refused: readonly Markup[];
}

/** Does not finish the file. @throws Failure when a file of the package is missing, exit 7 */
export function writeReport(
  platform: Platform,
  { file, about }: ReportFile,
  { plan, summary, refused }: ReportContent,
): void {
  const { warnings, notes } = bySeverity(plan.warnings);
  const files = summary.input.files.map((one) => ({
    ...one,
    path: one.path === '-' ? 'standard input' : one.path,
  }));
  const names = files.map(({ path }) => path.replace(/^.*[\\/]/, '')).join(', ');
  const reasons: readonly Coded[] = [
    ...plan.refusals,
    ...(plan.refusedBefore > 0 ? [{ code: 'refused_before', count: plan.refusedBefore }] : []),
  ];
  const [most] = reasons;
  writeStaticPage(platform, file, {
    title: `Check of ${names}`,
    head: [
      html`<p class="hint">Check of orders, ${formatInstant(about.at).slice(0, 16).replace('T', ' ')} UTC</p><h1>${names}</h1>`,
      leadOf(plan),
      stopOf(summary),
      privacy(about, refused.length),
      tiles(plan, summary),
      most && steps(`${titleOf(most.code)} (${plural(most.count, 'order')})`, about, summary),
      moneyOf(plan),
    ],
    sections: [
      section('Refused orders', plan.refused, [
        capNote(plan, summary, refused.length),
        most && html`<h3>What is not met</h3>`,
        reasons.map((code) => codeBlock(code, 'error')),
        most && html`<h3>Orders</h3>`,
        // Written piece by piece, since there may be thousands.
        ...refused,
      ]),
      section('Warnings', warnings.length, [
        warnings.length > 0 &&
          html`<p class="hint">These orders are sent all the same. Look whether what is said is right.</p>`,
        warnings.map((code) => codeBlock(code, 'warning')),
      ]),
      section('What was assumed and left out', null, assumptions(plan, summary)),
      section('Notes', notes.length, [
        notes.length > 0 && html`<p class="hint">What was computed or settled. Nothing needs to be done.</p>`,
        notes.map((code) => codeBlock(code, 'note')),
      ]),
      section('Files and command', null, [
        pairs(
          files.map(({ path, rows, bytes, sha256 }) => [
            path,
            html`${plural(rows, 'row')}, ${bytes} bytes, SHA-256 <code>${sha256}</code>`,
          ]),
        ),
        html`<p>Made by <code>${about.command}</code></p>`,
      ]),
    ],
    foot: `returns ${about.version}, ${formatInstant(about.at)}. This page loads nothing and sends nothing.`,
  });
}

/** The first word of the title names it in links. */
const section = (title: string, note: number | null, body: readonly Content[]): Section => ({
  id: title.split(' ', 1)[0]!.toLowerCase(),
  title,
  note,
  body,
});

function leadOf({ snapshots, refused, toSend }: Plan) {
  const can = `${plural(toSend, 'order')} can be sent.`;
  if (snapshots === 0) return html`<p class="lead">The file holds no orders.</p>`;
  if (refused === 0) return html`<p class="lead"><b class="ok">No order is refused.</b> ${can}</p>`;
  return html`<p class="lead"><b class="error">${plural(refused, 'order')} refused:</b> not sent until corrected. ${can}</p>`;
}

/** Why an upload would stop before it sends anything. */
const stopOf = ({ would_stop: stop }: UploadSummary): Content =>
  stop && html`<p class="box error"><b>An upload would send nothing.</b> ${stop.message} ${stop.hint}</p>`;

function privacy({ withPersonal }: ReportAbout, listed: number): Content {
  const orders = plural(listed, 'order');
  if (listed === 0) return null;
  return withPersonal
    ? html`<p class="box warning"><b>This page holds personal data of ${orders}.</b> Pass it on only to people who may see these rows, and delete it when the rows are corrected. Covering protects the screen and the print, not the file. <label class="flow"><input type="checkbox" id="show" autocomplete="off"> Show personal data</label></p>`
    : html`<p class="box note"><b>This page holds rows of ${orders}.</b> Names, addresses, e-mails, and columns that are not used are not in it: you find them in the file, at the line that is named.</p>`;
}

function tiles(plan: Plan, { rows, orders }: UploadSummary) {
  const all: readonly (readonly [name: string, value: number, tone?: string])[] = [
    ['rows read', rows.read],
    ['orders in them', plan.snapshots],
    ['can be sent', plan.toSend, 'ok'],
    ['refused', plan.refused, plan.refused > 0 ? 'error' : ''],
    ['accepted before', plan.alreadyAccepted],
    ['replaced by a newer version', plan.superseded],
    ['left out', orders.skipped],
  ];
  const shown = all.filter(([, value], i) => i < 4 || value > 0);
  return html`<ul class="tiles">${shown.map(([name, value, tone]) => html`<li class="sheet whole ${tone}"><b>${value}</b> ${name}</li>`)}</ul>`;
}

/** What somebody does with this page who has never seen the program. */
const steps = (most: string, { command }: ReportAbout, { refused: { files } }: UploadSummary) =>
  html`<section class="sheet"><h2>What to do</h2><ol class="list">
<li>Begin with the most frequent reason: <em>${most}</em>. Often one change of the export or of the mapping corrects all of its orders.
<li>Each refused order below names its line, its column and what is expected there. Correct it in the shop and export again, or correct the row in the file.
${files.length > 0 && html`<li>All refused rows, with the reasons in the last columns, are in <code>${files.join(', ')}</code>.`}
<li>Then check again: <code>${command}</code></ol></section>`;

function moneyOf({ money, statuses, oldestMicros, newestMicros, minorUnits }: Plan): Content {
  if (money.length === 0) return null;
  const created =
    oldestMicros <= newestMicros && `Created from ${dayOf(oldestMicros)} to ${dayOf(newestMicros)}. `;
  const by = statuses.map(({ status, orders }) => `${status} ${formatCount(orders)}`).join(', ');
  const rows = money.map(({ currency, orders, ...cents }) => [
    currency,
    orders,
    ...[cents.totalCents, cents.orderedCents, cents.smallestCents, cents.medianCents, cents.largestCents].map(
      (amount) => formatCents(amount, currency, minorUnits),
    ),
  ]);
  return html`<section class="sheet money"><h2>Money of the orders that are not refused</h2>${table(['Currency', 'Orders', 'Total', 'Ordered', 'Smallest', 'Median', 'Largest'], rows, 'figures')}
<p class="hint">Total is what the shopper paid for what was shipped; Ordered is unit price times units, shipped or not. A comma in the wrong place shows here.</p>
<p class="hint">${created}${by && `${by}.`}</p></section>`;
}

/** When not every refused order is in the page. */
function capNote({ refused }: Plan, { refused: { files } }: UploadSummary, listed: number): Content {
  const where =
    files.length > 0 ? `: all of them are in ${files.join(', ')}` : '; --rejects FILE writes all of them';
  return (
    listed < refused &&
    html`<p class="box warning">This page holds the first ${listed} of ${refused} refused orders${where}.</p>`
  );
}

const assumptions = (plan: Plan, { skipped_by: skipped }: UploadSummary): Content[] => [
  part('Mapping', plan.mapping ? [plan.mapping.name] : []),
  part('Assumed, because the file does not say it', assumedIn(plan)),
  part('Named by the mapping, and in no record', plan.mapping?.absent ?? []),
  part(
    'Left out',
    skipped.map(({ reason, rows, orders }) => {
      const whole = orders > 0 ? `, ${plural(orders, 'whole order')}` : '';
      return `${SKIPPED_BY[reason] ?? reason}: ${plural(rows, 'row')}${whole}`;
    }),
  ),
  part('Joined files', joinTexts(plan)),
  part('Findings that count otherwise than by default', plan.levels.map(changeText)),
  part('Columns that are not used', plan.mapping?.unmapped ?? []),
];

const part = (title: string, texts: readonly string[]): Content =>
  texts.length > 0 && html`<h3>${title}</h3>${list(texts)}`;
