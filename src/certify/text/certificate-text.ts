// A certificate as text: the headline, the areas with one line a check, what failed with its evidence, and the agreements.
import { formatCount, formatDuration } from '../../basics/units.ts';
import { type Paint, textBlock } from '../../cli/layout.ts';
import { clean } from '../../cli/presenter.ts';
import { AREA_TITLES, VERDICT_TITLES } from '../titles.ts';
import {
  type Agreement,
  type Area,
  type Certificate,
  type Check,
  type CheckResult,
  countChecks,
} from '../types.ts';
import { untriedAreas, verdictOf } from '../verdict.ts';

const INDENT = ' '.repeat(12);

interface CertificateStyle {
  readonly paint: Paint;
  readonly columns: number;
  /** Only the headline and what failed. */
  readonly quiet: boolean;
}

export function certificateText(
  certificate: Certificate,
  { paint, columns, quiet }: CertificateStyle,
): string {
  const width = Math.max(60, Math.min(columns, 110));
  const lines = [headline(certificate, paint)];
  if (!quiet) lines.push(...aboutLines(certificate, paint));
  for (const area of new Set(certificate.checks.map((check) => check.area))) {
    const checks = certificate.checks.filter((check) => check.area === area);
    const shown = quiet ? checks.filter(({ result }) => result === 'failed') : checks;
    if (shown.length === 0) continue;
    lines.push('', ...areaLines(area, shown, paint, width));
  }
  if (!quiet) lines.push('', ...agreementLines(certificate.agreements, paint, width));
  return `${lines.join('\n')}\n`;
}

function headline(certificate: Certificate, paint: Paint): string {
  const { passed, failed, notTried } = countChecks(certificate.checks);
  const verdict = verdictOf(certificate);
  const color = verdict === 'ready' ? paint.green : verdict === 'not_ready' ? paint.red : paint.yellow;
  const counts = [
    ...(failed > 0 ? [`${formatCount(failed)} failed`] : []),
    `${formatCount(passed)} passed`,
    `${formatCount(notTried)} not tried`,
  ];
  return `${color.bold(`${VERDICT_TITLES[verdict]}:`)} ${counts.join(', ')}`;
}

function aboutLines(certificate: Certificate, paint: Paint): string[] {
  const { target, environment, profile, customerUrl, startedAt, endedAt } = certificate;
  const at = `${new Date(startedAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const where = [
    target === null
      ? 'nobody is signed in'
      : `${environment}  ${clean(target)}  profile ${clean(profile ?? '')}`,
    ...(customerUrl === null ? [] : [`your endpoints  ${clean(customerUrl)}`]),
    `${at}, ${formatDuration(endedAt - startedAt)}`,
  ];
  const lines = where.map((text) => paint.dim(`  ${text}`));
  if (environment === null || environment === 'production') return lines;
  return [
    ...lines,
    paint.yellow(`  This is ${environment}: run it again with the profile of production before go-live.`),
  ];
}

function areaLines(area: Area, checks: readonly Check[], paint: Paint, width: number): string[] {
  const title = paint.bold(AREA_TITLES[area]);
  // One reason for all of them is said once.
  const [first] = checks;
  const reasons = new Set(checks.map(({ evidence }) => evidence));
  if (checks.every(({ result }) => result === 'not_tried') && reasons.size === 1 && checks.length > 1)
    return [title, ...textBlock('  not tried ', clean(first!.evidence), width, paint.yellow)];
  const lines = [title];
  let before = '';
  for (const [i, check] of checks.entries()) {
    const next = checks[i + 1];
    // Several that were not tried for one reason say it once, after the last of them.
    const isLast =
      check.result !== 'not_tried' || next?.result !== 'not_tried' || next.evidence !== check.evidence;
    lines.push(...checkLines(isLast ? check : { ...check, evidence: '' }, paint, width));
    if (check.result !== 'failed') continue;
    lines.push(...textBlock(`${INDENT}interface: `, clean(check.interface), width, paint.dim));
    // The checks of an area often ask for the same: it is said once.
    if (check.hint !== before) lines.push(...textBlock(`${INDENT}do this: `, clean(check.hint), width));
    before = check.hint;
  }
  return lines;
}

const MARKS: Readonly<Record<CheckResult, string>> = {
  passed: 'ok',
  failed: 'FAILED',
  not_tried: 'not tried',
};

function checkLines({ id, result, title, evidence, notable }: Check, paint: Paint, width: number): string[] {
  const color = { passed: paint.green, failed: paint.red.bold, not_tried: paint.yellow }[result];
  const [head = '', ...more] = textBlock(INDENT, clean(title), width);
  const mark = color(`  ${MARKS[result]}`.padEnd(INDENT.length));
  const lines = [`${mark}${head.slice(INDENT.length)}`, ...more];
  if (result === 'failed') lines.push(`${INDENT}${paint.dim(id)}`);
  if (evidence === '' || (result === 'passed' && !notable)) return lines;
  for (const line of evidence.split('\n'))
    lines.push(...textBlock(INDENT, clean(line), width, result === 'failed' ? paint.red : paint.dim));
  return lines;
}

function agreementLines(agreements: readonly Agreement[], paint: Paint, width: number): string[] {
  const known = agreements.filter(({ ours }) => ours !== null);
  const open = agreements.filter(({ ours }) => ours === null);
  const lines = [`${paint.bold('To agree with the service')}  ${paint.dim('the interface leaves it open')}`];
  for (const { question, ours } of known) {
    lines.push(...textBlock('  · ', clean(question), width));
    lines.push(...textBlock('    ours: ', clean(ours!), width, paint.dim));
  }
  if (open.length > 0) lines.push(`  ${paint.dim('of these nothing is known here:')}`);
  for (const { question } of open) lines.push(...textBlock('  · ', clean(question), width));
  return lines;
}

/** What can be given besides, as flags; for the line at the end. */
export function moreToGive({ checks }: Pick<Certificate, 'checks'>): string[] {
  const untried = untriedAreas({ checks });
  return [
    ...(untried.includes('orders') ? ['--orders FILE'] : []),
    ...(untried.includes('asns') ? ['--asns FILE'] : []),
    ...(untried.includes('messages') ? ['--customer-url URL'] : []),
  ];
}
