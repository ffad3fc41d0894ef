// A certificate as text: the headline, the areas with one line a check, what failed with its evidence, and the agreements.
import { ASKED } from '../../agreements/asked.ts';
import { formatCount, formatDuration } from '../../basics/units.ts';
import { type Paint, textBlock } from '../../cli/layout.ts';
import { clean } from '../../cli/presenter.ts';
import { causeLine } from '../../sandbox/judge.ts';
import { AREA_TITLES, agreedText, VERDICT_TITLES } from '../titles.ts';
import {
  type Agreement,
  type Area,
  type Certificate,
  type Check,
  type CheckResult,
  countChecks,
} from '../types.ts';
import { verdictOf } from '../verdict.ts';

const INDENT = ' '.repeat(12);
/** On a narrow terminal evidence stands further left: an address in it stays whole and in its place. */
const NARROW = 72;
/** A text of so many lines is scrolled away on a small terminal: the verdict is said once more at its end. */
const LONG = 20;

interface CertificateStyle {
  readonly paint: Paint;
  readonly columns: number;
  /** Only the headline and what failed. */
  readonly quiet: boolean;
  /** Lists what has to be agreed upon, instead of counting it. */
  readonly agreements: boolean;
  /** The page that was written, which lists it as well. */
  readonly report?: string | undefined;
}

export function certificateText(
  certificate: Certificate,
  { paint, columns, quiet, agreements, report }: CertificateStyle,
): string {
  const width = Math.max(60, Math.min(columns, 110));
  const lines = [...causeLines(certificate, paint, width), headline(certificate, paint)];
  if (!quiet) lines.push(...aboutLines(certificate, paint));
  for (const area of new Set(certificate.checks.map((check) => check.area))) {
    const checks = certificate.checks.filter((check) => check.area === area);
    const shown = quiet ? checks.filter(({ result }) => result === 'failed') : checks;
    if (shown.length === 0) continue;
    lines.push('', ...areaLines(area, shown, paint, width));
  }
  if (agreements) lines.push('', ...agreementLines(certificate.agreements, paint, width));
  else if (!quiet) lines.push('', ...agreementCount(certificate.agreements, report, paint, width));
  if (lines.length > LONG) lines.push('', ...closingLines(certificate, paint, width));
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

/** What is wrong at the endpoint, each mistake in one line with what was seen of it. */
const causeLines = ({ causes }: Certificate, paint: Paint, width: number): string[] =>
  causes.flatMap((cause) => [
    ...textBlock('FAIL  ', clean(causeLine(cause)), width, paint.red),
    ...textBlock('      ', clean(cause.evidence), width, paint.dim),
  ]);

/** What a person sees last: the verdict, and the ids of what failed. */
function closingLines(certificate: Certificate, paint: Paint, width: number): string[] {
  const failed = certificate.checks.filter(({ result }) => result === 'failed').map(({ id }) => id);
  return [
    headline(certificate, paint),
    ...(failed.length === 0 ? [] : textBlock('  failed: ', failed.join(', '), width, paint.red)),
  ];
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
  const indent = indentFor(width);
  let before = '';
  for (const [i, check] of checks.entries()) {
    const next = checks[i + 1];
    // Several that were not tried for one reason say it once, after the last of them.
    const isLast =
      check.result !== 'not_tried' || next?.result !== 'not_tried' || next.evidence !== check.evidence;
    lines.push(...checkLines(isLast ? check : { ...check, evidence: '' }, paint, width));
    if (check.result !== 'failed') continue;
    lines.push(...textBlock(`${indent}interface: `, clean(check.interface), width, paint.dim));
    // The checks of an area often ask for the same: it is said once.
    if (check.hint !== before) lines.push(...hintLines(`${indent}do this: `, clean(check.hint), width));
    before = check.hint;
  }
  return lines;
}

/** A command at the end of a hint stands on a line of its own, so that it can be copied; the terminal's layout folds it. */
function hintLines(label: string, hint: string, width: number): string[] {
  const [, text, command] = /^(.*:) ((?:returns|curl) [^.]*(?:\.\S[^.]*)*)$/.exec(hint) ?? [];
  if (text === undefined) return textBlock(label, hint, width);
  return [...textBlock(label, text, width), `${' '.repeat(label.length)}${command}`];
}

const indentFor = (width: number): string => (width < NARROW ? ' '.repeat(4) : INDENT);

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
    lines.push(
      ...textBlock(indentFor(width), clean(line), width, result === 'failed' ? paint.red : paint.dim),
    );
  return lines;
}

function agreementCount(
  agreements: readonly Agreement[],
  report: string | undefined,
  paint: Paint,
  width: number,
): string[] {
  if (agreements.length === 0) return [];
  const open = agreements.filter(({ value }) => value === null).length;
  const where =
    report === undefined
      ? '--report FILE makes a page that both sides can sign'
      : `${clean(report)} has them`;
  const text = `${formatCount(open)} of ${formatCount(agreements.length)} questions are open: ${where}, --agreements lists them here, and returns agreements set writes down what commands go by`;
  return [paint.bold('To agree with the service'), ...textBlock('  ', text, width, paint.dim)];
}

function agreementLines(agreements: readonly Agreement[], paint: Paint, width: number): string[] {
  const lines = [`${paint.bold('To agree with the service')}  ${paint.dim('the interface leaves it open')}`];
  // The open ones first, and of them those where it is known what this side does.
  const rank = ({ value, ours }: Agreement) => (value === null ? 0 : 2) + (ours === null ? 1 : 0);
  for (const one of [...agreements].sort((a, b) => rank(a) - rank(b))) {
    const { id, question, ours, value } = one;
    lines.push(...textBlock('  · ', clean(question), width));
    if (ours !== null) lines.push(...textBlock('    ours: ', clean(ours), width, paint.dim));
    lines.push(
      ...(value === null
        ? textBlock('    open: ', id, width, paint.yellow)
        : textBlock('    agreed: ', agreedText(one), width, paint.green)),
    );
  }
  return [...lines, '', ...ASKED.flatMap((question) => textBlock('  · ', question, width, paint.dim))];
}
