// The page of a certification: verdict, areas, checks and what is to be agreed. It can be sent by mail and signed.
import { ASKED } from '../../agreements/asked.ts';
import { formatDuration, plural } from '../../basics/units.ts';
import { formatInstant } from '../../contract/time.ts';
import {
  type Content,
  fold,
  html,
  list,
  type Markup,
  pairs,
  type Section,
  table,
  writeStaticPage,
} from '../../page/server/static-page.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Check } from '../../sandbox/judge.ts';
import {
  type Agreement,
  AREA_TITLES,
  type Area,
  agreedText,
  areasIn,
  type Certificate,
  countChecks,
  VERDICTS,
  verdictOf,
} from '../certify.ts';

const TONES = { passed: 'ok', failed: 'error', not_tried: '' } as const;

/** Does not finish the file. @throws Failure when the style of the package is missing, exit 7 for the disk */
export function writeCertifyPage(
  platform: Platform,
  file: { write(text: string): void },
  certificate: Certificate,
): void {
  const { checks, agreements, version } = certificate;
  const failed = checks.filter(({ result }) => result === 'failed');
  writeStaticPage(platform, file, {
    title: `Certification: ${VERDICTS[verdictOf(certificate)][0]}`,
    head: head(certificate),
    sections: [
      {
        id: 'failed',
        title: `Failed (${failed.length})`,
        tone: 'error',
        body: [checksOf(failed.map(openCheck))],
      },
      ...areasIn(checks).map((area) => areaSection(area, checks)),
      { id: 'agreements', title: 'To be agreed with the service', body: agreementTable(agreements) },
    ],
    foot: `Made by returns-cli ${version}. It holds no secrets and no personal data.`,
  });
}

function head(certificate: Certificate): Markup {
  const [verdict, tone] = VERDICTS[verdictOf(certificate)];
  const { passed, failed, not_tried: notTried } = countChecks(certificate.checks);
  const { startedAt, endedAt, environment, profile, target, customerUrl } = certificate;
  return html`<h1>Certification of the integration</h1>
<p class="verdict lead box ${tone}"><b>${verdict}</b></p>
<p class="counts flow"><b class="ok">${passed} passed</b> <b class="error">${failed} failed</b> <b>${notTried} not tried</b></p>
${pairs([
  ['Made', `${formatInstant(startedAt)}, in ${formatDuration(endedAt - startedAt)}`],
  ['Service', target === null ? 'nobody is signed in' : `${target} (${environment}, profile ${profile})`],
  ['Your endpoint', customerUrl ?? 'not tried'],
])}`;
}

function areaSection(area: Area, all: readonly Check[]): Section {
  const checks = all.filter((check) => check.area === area);
  const { passed, failed } = countChecks(checks);
  const tone = failed > 0 ? 'error' : passed > 0 ? 'ok' : '';
  const note = `${passed} of ${checks.length}`;
  return { id: area, title: AREA_TITLES[area], tone, note, body: [areaBody(checks)] };
}

/** Of an area that was not tried at all the reason is said once. */
function areaBody(checks: readonly Check[]): Content {
  const reasons = new Set(checks.map(({ result, evidence }) => (result === 'not_tried' ? evidence : '')));
  const [reason = ''] = reasons;
  if (checks.length < 2 || reasons.size > 1 || reason === '') return checksOf(checks.map(checkOf));
  const titles = checks.map(({ title, id }) => html`${title} <code>${id}</code>`);
  return checksOf([fold(html`<b class="result">not tried</b> ${reason}`, list(titles), 'check whole')]);
}

/** What was not tried or is worth reading stands open; what passed can be opened; what failed stands at the top of the page. */
function checkOf(check: Check): Markup {
  const { id, result, title, notable } = check;
  if (result === 'failed')
    return html`<p class="check whole">${summary(check, html`<a href="#check-${id}">${title}</a>`)}</p>`;
  return result === 'passed' && !notable
    ? fold(summary(check), body(check), 'check whole')
    : openCheck(check);
}

const checksOf = (checks: readonly Markup[]): Content =>
  checks.length > 0 && html`<div class="checks sheet">${checks}</div>`;

const openCheck = (check: Check): Markup =>
  html`<article class="check whole" id="check-${check.id}"><h3>${summary(check)}</h3>${body(check)}</article>`;

const summary = ({ id, result, title }: Check, shown: Content = title): Markup =>
  html`<b class="result ${TONES[result]}">${result.replace('_', ' ')}</b> <span class="title">${shown}</span> <code>${id}</code>`;

function body({ result, evidence, hint, exchanges = [], interface: source }: Check): Content {
  const about = pairs([
    [result === 'not_tried' ? 'Why not' : 'Seen', evidence],
    ['To do', result === 'failed' ? hint : null],
    ['Interface', source],
  ]);
  const rows = exchanges.map(({ at, request, answer, ms }) => [
    formatInstant(at).slice(11),
    request,
    answer,
    ms !== null && html`${ms} ms`,
  ]);
  const shown = table(['Time', 'Request', 'Answer', 'Took'], rows, 'exchange');
  return [about, rows.length > 0 && fold(plural(rows.length, 'request'), shown, 'exchanges')];
}

function agreementTable(agreements: readonly Agreement[]): Content[] {
  const open = agreements.filter(({ value }) => value === null).length;
  const rows = agreements.map((one) => [
    one.question,
    one.interface,
    one.ours,
    one.value === null ? html`<b class="open warning">open</b>` : agreedText(one),
  ]);
  return [
    html`<p class="hint">The interface leaves this open. ${open === 0 ? 'All of it is agreed.' : `${open} of ${agreements.length} are not agreed yet: settle them with the service before you go live.`}</p>`,
    table(['Question', 'Interface', 'Our side', 'Agreed'], rows, 'agreements unfold'),
    html`<h3>Ask the service</h3>${list(ASKED)}`,
    ['retailer', 'service'].map(
      (side) => html`<p class="signatures">For the ${side}: name, date, signature</p>`,
    ),
  ];
}
