// A certificate as text: what is wrong, the headline, the areas with one line a check, what failed with its evidence, the agreements.
import { ASKED } from '../../agreements/asked.ts';
import { formatCount, formatDuration } from '../../basics/units.ts';
import { clean, type Paint, textBlock } from '../../cli/presenter.ts';
import { type Check, causeLine } from '../../sandbox/judge.ts';
import {
  AREA_TITLES,
  agreedText,
  areasIn,
  type Certificate,
  countChecks,
  VERDICTS,
  verdictOf,
} from '../certify.ts';

const INDENT = '    ';
/** A text of so many lines is scrolled away on a small terminal: the verdict is said once more at its end. */
const LONG = 20;

interface CertificateStyle {
  readonly paint: Paint;
  readonly columns: number;
  /** Only the headline and what failed. */
  readonly quiet: boolean;
  /** Lists what has to be agreed upon, instead of counting it. */
  readonly agreements: boolean;
}

export function certificateText(
  certificate: Certificate,
  { paint, columns, quiet, agreements: isListed }: CertificateStyle,
): string {
  const { causes, checks, agreements } = certificate;
  const width = Math.max(60, Math.min(columns, 110));
  const block = (label: string, text: string, color?: (line: string) => string) =>
    text.split('\n').flatMap((line) => textBlock(label, clean(line), width, color));

  const checkLines = ({ id, result, title, notable, evidence, hint, interface: source }: Check) => {
    if (result !== 'failed')
      return [
        ...block(`  ${paint.green('ok')}        `, title),
        ...(notable ? block(INDENT, evidence, paint.dim) : []),
      ];
    return [
      ...block(`  ${paint.red.bold('FAILED')}    `, title),
      `${INDENT}${paint.dim(id)}`,
      ...block(INDENT, evidence, paint.red),
      ...block(`${INDENT}interface: `, source, paint.dim),
      ...block(`${INDENT}do this: `, hint),
    ];
  };
  const areaLines = (area: string, own: readonly Check[]) => {
    const untried = own.filter(({ result }) => result === 'not_tried');
    // A reason is said once, with what was not tried for it where it is not the whole area.
    const reasons = [...new Set(untried.map(({ evidence }) => evidence))].map((reason) => {
      const ids = untried.filter(({ evidence }) => evidence === reason).map(({ id }) => id);
      return ids.length === own.length ? reason : `${reason}: ${ids.join(', ')}`;
    });
    const tried = own.filter(({ result }) => result !== 'not_tried');
    return [
      '',
      paint.bold(AREA_TITLES[area as keyof typeof AREA_TITLES]),
      ...tried.flatMap(checkLines),
      ...reasons.flatMap((reason) => block(`  ${paint.yellow('not tried')} `, reason)),
    ];
  };
  const openCount = agreements.filter(({ value }) => value === null).length;
  const agreementCount = `${formatCount(openCount)} of ${formatCount(agreements.length)} questions are open: --report FILE makes a page that both sides can sign, --agreements lists them here, and returns agreements set writes down what commands go by`;
  const agreementLines = () => [
    ...agreements.flatMap((one) => [
      ...block('  · ', one.question),
      ...(one.ours === null ? [] : block('    ours: ', one.ours, paint.dim)),
      ...(one.value === null
        ? block('    open: ', one.id, paint.yellow)
        : block('    agreed: ', agreedText(one), paint.green)),
    ]),
    '',
    ...ASKED.flatMap((question) => block('  · ', question, paint.dim)),
  ];

  const headline = headlineOf(certificate, paint);
  const shown = quiet ? checks.filter(({ result }) => result === 'failed') : checks;
  const lines = [
    ...causes.flatMap((cause) => [
      ...block(`${paint.red('FAIL')}  `, causeLine(cause), paint.red),
      ...block('      ', cause.evidence, paint.dim),
    ]),
    headline,
    ...(quiet ? [] : aboutLines(certificate, paint)),
    ...areasIn(shown).flatMap((area) =>
      areaLines(
        area,
        shown.filter((check) => check.area === area),
      ),
    ),
  ];
  if (isListed || (!quiet && agreements.length > 0)) lines.push('', paint.bold('To agree with the service'));
  if (isListed) lines.push(...agreementLines());
  else if (!quiet && agreements.length > 0) lines.push(...block('  ', agreementCount, paint.dim));
  return [...lines, ...(lines.length > LONG ? ['', headline] : []), ''].join('\n');
}

function headlineOf(certificate: Certificate, paint: Paint): string {
  const { passed, failed, not_tried: notTried } = countChecks(certificate.checks);
  const [title, tone] = VERDICTS[verdictOf(certificate)];
  const color = { ok: paint.green, error: paint.red, warning: paint.yellow }[tone];
  const bad = failed > 0 ? `${formatCount(failed)} failed, ` : '';
  return `${color.bold(`${title}:`)} ${bad}${formatCount(passed)} passed, ${formatCount(notTried)} not tried`;
}

function aboutLines(certificate: Certificate, paint: Paint): string[] {
  const { target, environment, profile, customerUrl, startedAt, endedAt } = certificate;
  const at = new Date(startedAt).toISOString().slice(0, 16).replace('T', ' ');
  const signedIn = target === null ? 'nobody is signed in' : `${environment}  ${target}  profile ${profile}`;
  const again = `  This is ${environment}: run it again with the profile of production before go-live.`;
  return [
    paint.dim(`  ${clean(signedIn)}`),
    ...(customerUrl === null ? [] : [paint.dim(`  your endpoints  ${clean(customerUrl)}`)]),
    paint.dim(`  ${at} UTC, ${formatDuration(endedAt - startedAt)}`),
    ...(environment === null || environment === 'production' ? [] : [paint.yellow(again)]),
  ];
}
