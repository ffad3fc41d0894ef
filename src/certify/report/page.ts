// The page of a certification: one HTML document that needs nothing else, not even a script. It can be sent by mail.
import { ASKED } from '../../agreements/asked.ts';
import { escapeMarkup } from '../../basics/markup.ts';
import { formatCount, formatDuration } from '../../basics/units.ts';
import { formatInstant } from '../../contract/time.ts';
import { AREA_TITLES, agreedText, RESULT_TITLES, VERDICT_TITLES } from '../titles.ts';
import {
  type Agreement,
  type Area,
  type Certificate,
  type Check,
  type CheckResult,
  countChecks,
  type Exchange,
} from '../types.ts';
import { type Verdict, verdictOf } from '../verdict.ts';

const TONES: Readonly<Record<CheckResult | Verdict, string>> = {
  ...{ passed: 'ok', failed: 'error', not_tried: '' },
  ...{ ready: 'ok', partly: 'warning', not_ready: 'error', interrupted: 'warning' },
};

/** @param policy the content security policy; @param style CSS, which the policy allows by its hash */
export function certifyPage(certificate: Certificate, policy: string, style: string): string {
  const { checks, agreements } = certificate;
  const failed = checks.filter(({ result }) => result === 'failed');
  const areas = [...new Set(checks.map(({ area }) => area))];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>Certification: ${escapeMarkup(VERDICT_TITLES[verdictOf(certificate)])}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<header>${head(certificate)}</header>
<nav class="flow">${navigation(certificate, areas)}</nav>
<main>
${failed.length === 0 ? '' : section('failed', `Failed (${failed.length})`, checksOf(failed.map(openCheck)))}
${areas.map((area) => section(area, AREA_TITLES[area], areaBody(checks.filter((one) => one.area === area)))).join('\n')}
${section('agreements', 'To be agreed with the service', agreementTable(agreements))}
</main>
<footer>Made by returns-cli ${escapeMarkup(certificate.version)}. It holds no secrets and no personal data.</footer>
</body>
</html>
`;
}

const section = (id: string, title: string, body: string): string =>
  `<section id="${id}"><h2>${escapeMarkup(title)}</h2>\n${body}\n</section>`;

function head(certificate: Certificate): string {
  const verdict = verdictOf(certificate);
  const { passed, failed, notTried } = countChecks(certificate.checks);
  const { startedAt, endedAt, environment, profile, target, customerUrl } = certificate;
  const rows: readonly (readonly [string, string | null])[] = [
    ['Made', `${formatInstant(startedAt)}, in ${formatDuration(endedAt - startedAt)}`],
    ['Service', target === null ? 'nobody is signed in' : `${target} (${environment}, profile ${profile})`],
    ['Your endpoint', customerUrl],
  ];
  return `<h1>Certification of the integration</h1>
<p class="verdict ${TONES[verdict]}">${escapeMarkup(VERDICT_TITLES[verdict])}</p>
<p class="counts flow"><span class="ok">${formatCount(passed)} passed</span> <span class="error">${formatCount(failed)} failed</span> <span>${formatCount(notTried)} not tried</span></p>
<dl>${rows.map(([name, value]) => `<dt>${name}</dt><dd>${escapeMarkup(value ?? 'not tried')}</dd>`).join('')}</dl>`;
}

function navigation({ checks }: Certificate, areas: readonly Area[]): string {
  const links = areas.map((area) => {
    const { passed, failed, notTried } = countChecks(checks.filter((one) => one.area === area));
    const worst: CheckResult = failed > 0 ? 'failed' : passed > 0 ? 'passed' : 'not_tried';
    const all = passed + failed + notTried;
    return `<a class="sheet" href="#${area}"><span class="mark ${TONES[worst]}"></span>${escapeMarkup(AREA_TITLES[area])} <small>${passed} of ${all}</small></a>`;
  });
  return [...links, '<a class="sheet" href="#agreements">To be agreed</a>'].join('\n');
}

/** Of an area that was not tried at all the reason is said once. */
function areaBody(checks: readonly Check[]): string {
  const reasons = new Set(checks.map(({ result, evidence }) => (result === 'not_tried' ? evidence : '')));
  const [reason = ''] = reasons;
  if (checks.length < 2 || reasons.size > 1 || reason === '') return checkList(checks);
  const titles = checks.map((check) => `<li>${escapeMarkup(check.title)} <code>${check.id}</code></li>`);
  return checksOf([
    `<details class="check whole"><summary><span class="result">${RESULT_TITLES.not_tried}</span> ${escapeMarkup(reason)}</summary><ul class="list">${titles.join('')}</ul></details>`,
  ]);
}

/** What failed, was not tried or is worth reading stands open; what passed can be opened. */
const checkList = (checks: readonly Check[]): string =>
  checksOf(
    checks.map((check) =>
      check.result === 'passed' && !check.notable
        ? `<details class="check whole"><summary>${summary(check)}</summary>${body(check)}</details>`
        : check.result === 'failed'
          ? `<p class="check whole failed"><a href="#check-${check.id}">${summary(check)}</a></p>`
          : `<article class="check whole"><h3>${summary(check)}</h3>${body(check)}</article>`,
    ),
  );

const checksOf = (checks: readonly string[]): string =>
  `<div class="checks sheet">${checks.join('\n')}</div>`;

/** A failed check stands at the top of the page; its area points there. */
const openCheck = (check: Check): string =>
  `<article class="check whole" id="check-${check.id}"><h3>${summary(check)}</h3>${body(check)}</article>`;

const summary = ({ id, result, title }: Check): string =>
  `<span class="result ${TONES[result]}">${RESULT_TITLES[result]}</span> <span class="title">${escapeMarkup(title)}</span> <code>${escapeMarkup(id)}</code>`;

function body({ result, evidence, hint, exchanges = [], interface: source }: Check): string {
  const seen = result === 'not_tried' ? 'Why not' : 'Seen';
  const rows: readonly (readonly [string, string])[] = [
    [seen, `<div class="evidence">${escapeMarkup(evidence)}</div>`],
    ...(result === 'failed' ? [['To do', escapeMarkup(hint)] as const] : []),
    ['Interface', escapeMarkup(source)],
  ];
  const list = rows.map(([name, text]) => `<dt>${name}</dt><dd>${text}</dd>`).join('');
  return `<dl>${list}</dl>${exchangeTable(exchanges)}`;
}

function exchangeTable(exchanges: readonly Exchange[]): string {
  if (exchanges.length === 0) return '';
  const rows = exchanges.map(({ at, request, answer, ms }) => {
    const time = `<time>${formatInstant(at).slice(11)}</time>`;
    return `<tr><td>${time}</td><td>${escapeMarkup(request)}</td><td>${escapeMarkup(answer)}</td><td>${ms === null ? '' : `${formatCount(Math.round(ms))} ms`}</td></tr>`;
  });
  return `<details class="exchanges"><summary>${formatCount(exchanges.length)} ${exchanges.length === 1 ? 'request' : 'requests'}</summary><div class="scroll"><table><thead><tr><th>Time</th><th>Request</th><th>Answer</th><th>Took</th></tr></thead><tbody>${rows.join('')}</tbody></table></div></details>`;
}

function agreementTable(agreements: readonly Agreement[]): string {
  const rows = agreements.map(
    (one) =>
      `<tr><th scope="row">${escapeMarkup(one.question)}</th><td>${escapeMarkup(one.interface)}</td><td>${escapeMarkup(one.ours ?? '')}</td><td>${one.value === null ? '<span class="open warning">open</span>' : escapeMarkup(agreedText(one))}</td></tr>`,
  );
  const open = agreements.filter(({ value }) => value === null).length;
  return `<p class="hint">The interface leaves this open. ${open === 0 ? 'All of it is agreed.' : `${open} of ${agreements.length} are not agreed yet: settle them with the service before you go live.`}</p>
<div class="scroll"><table class="agreements unfold"><thead><tr><th>Question</th><th>Interface</th><th>Our side</th><th>Agreed</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div>
<h3>Ask the service</h3><ul>${ASKED.map((question) => `<li>${escapeMarkup(question)}</li>`).join('')}</ul>
<p class="signatures">For the retailer: name, date, signature</p><p class="signatures">For the service: name, date, signature</p>`;
}
