// A certificate as text: the headline, the areas with one line a check, what failed with its evidence, and the agreements.
import { ASKED } from '../../agreements/asked.ts';
import { formatCount, formatDuration } from '../../basics/units.ts';
import { type Paint, textBlock } from '../../cli/layout.ts';
import { clean } from '../../cli/presenter.ts';
import { type Check, causeLine } from '../../sandbox/judge.ts';
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
} from '../certificate.ts';

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

export const certificateText = (certificate: Certificate, style: CertificateStyle): string =>
  new CertificateText(certificate, style).text();

class CertificateText {
  private readonly width: number;
  private readonly indent: string;

  constructor(
    private readonly certificate: Certificate,
    private readonly style: CertificateStyle,
  ) {
    this.width = Math.max(60, Math.min(style.columns, 110));
    this.indent = this.width < NARROW ? ' '.repeat(4) : INDENT;
  }

  text(): string {
    const { quiet, agreements } = this.style;
    const { checks } = this.certificate;
    const failed = checks.filter(({ result }) => result === 'failed');
    const lines = [...this.causes(), this.headline()];
    if (!quiet) lines.push(...this.about());
    const shown = quiet ? failed : checks;
    for (const area of areasIn(shown))
      lines.push(
        '',
        ...this.area(
          area,
          shown.filter((check) => check.area === area),
        ),
      );
    if (agreements) lines.push('', ...this.agreements());
    else if (!quiet) lines.push('', ...this.agreementCount());
    // What a person sees last: the verdict, and the ids of what failed.
    const ids = failed.map(({ id }) => id).join(', ');
    const failures = failed.length > 0 ? this.block('  failed: ', ids, this.style.paint.red) : [];
    if (lines.length > LONG) lines.push('', this.headline(), ...failures);
    return `${lines.join('\n')}\n`;
  }

  private block = (label: string, text: string, paint?: (text: string) => string): string[] =>
    textBlock(label, text, this.width, paint);

  private headline(): string {
    const { paint } = this.style;
    const { passed, failed, not_tried: notTried } = countChecks(this.certificate.checks);
    const [title, tone] = VERDICTS[verdictOf(this.certificate)];
    const color = { ok: paint.green, error: paint.red, warning: paint.yellow }[tone];
    const bad = failed > 0 ? `${formatCount(failed)} failed, ` : '';
    const counts = `${formatCount(passed)} passed, ${formatCount(notTried)} not tried`;
    return `${color.bold(`${title}:`)} ${bad}${counts}`;
  }

  /** What is wrong at the endpoint, each mistake in one line with what was seen of it. */
  private causes(): string[] {
    const { red, dim } = this.style.paint;
    return this.certificate.causes.flatMap((cause) => [
      ...this.block('FAIL  ', clean(causeLine(cause)), red),
      ...this.block('      ', clean(cause.evidence), dim),
    ]);
  }

  private about(): string[] {
    const { paint } = this.style;
    const { target, environment, profile, customerUrl, startedAt, endedAt } = this.certificate;
    const at = new Date(startedAt).toISOString().slice(0, 16).replace('T', ' ');
    const signedIn = `${environment}  ${clean(target ?? '')}  profile ${clean(profile ?? '')}`;
    const again = `  This is ${environment}: run it again with the profile of production before go-live.`;
    return [
      paint.dim(`  ${target === null ? 'nobody is signed in' : signedIn}`),
      ...(customerUrl === null ? [] : [paint.dim(`  your endpoints  ${clean(customerUrl)}`)]),
      paint.dim(`  ${at} UTC, ${formatDuration(endedAt - startedAt)}`),
      ...(environment === null || environment === 'production' ? [] : [paint.yellow(again)]),
    ];
  }

  private area(area: Area, checks: readonly Check[]): string[] {
    const { paint } = this.style;
    const title = paint.bold(AREA_TITLES[area]);
    // Several that were not tried for one reason say it once: of a whole area, or after the last of them.
    const isSame = (one: Check, other: Check | undefined) =>
      one.result === 'not_tried' && other?.result === 'not_tried' && other.evidence === one.evidence;
    const [first] = checks;
    if (checks.length > 1 && checks.every((one) => isSame(one, first)))
      return [title, ...this.block('  not tried ', clean(first!.evidence), paint.yellow)];
    return [
      title,
      ...checks.flatMap((check, i) => [
        ...this.check(check, isSame(check, checks[i + 1]) ? '' : check.evidence),
        ...(check.result === 'failed'
          ? this.advice(
              check,
              checks.slice(0, i).findLast(({ result }) => result === 'failed'),
            )
          : []),
      ]),
    ];
  }

  private check({ id, result, title, notable }: Check, evidence: string): string[] {
    const { paint } = this.style;
    const color = { passed: paint.green, failed: paint.red.bold, not_tried: paint.yellow }[result];
    const mark = { passed: 'ok', failed: 'FAILED', not_tried: 'not tried' }[result];
    const [head = '', ...more] = this.block(INDENT, clean(title));
    const lines = [`${color(`  ${mark}`.padEnd(INDENT.length))}${head.slice(INDENT.length)}`, ...more];
    if (result === 'failed') lines.push(`${INDENT}${paint.dim(id)}`);
    if (evidence === '' || (result === 'passed' && !notable)) return lines;
    const shade = result === 'failed' ? paint.red : paint.dim;
    return [...lines, ...evidence.split('\n').flatMap((line) => this.block(this.indent, clean(line), shade))];
  }

  /** The checks of an area often ask for the same: it is said once. */
  private advice({ hint, interface: source }: Check, before: Check | undefined): string[] {
    const lines = this.block(`${this.indent}interface: `, clean(source), this.style.paint.dim);
    if (before?.hint === hint) return lines;
    const label = `${this.indent}do this: `;
    // A command at the end of a hint stands on a line of its own, so that it can be copied; the terminal's layout folds it.
    const [, text = clean(hint), command] =
      /^(.*:) ((?:returns|curl) [^.]*(?:\.\S[^.]*)*)$/.exec(clean(hint)) ?? [];
    const own = command === undefined ? [] : [`${' '.repeat(label.length)}${command}`];
    return [...lines, ...this.block(label, text), ...own];
  }

  private agreementCount(): string[] {
    const { paint, report } = this.style;
    const { agreements } = this.certificate;
    const open = agreements.filter(({ value }) => value === null).length;
    const page = '--report FILE makes a page that both sides can sign';
    const where = report === undefined ? page : `${clean(report)} has them`;
    const text = `${formatCount(open)} of ${formatCount(agreements.length)} questions are open: ${where}, --agreements lists them here, and returns agreements set writes down what commands go by`;
    if (agreements.length === 0) return [];
    return [paint.bold('To agree with the service'), ...this.block('  ', text, paint.dim)];
  }

  private agreements(): string[] {
    const { bold, dim, yellow, green } = this.style.paint;
    // The open ones first, and of them those where it is known what this side does.
    const rank = ({ value, ours }: Agreement) => (value === null ? 0 : 2) + (ours === null ? 1 : 0);
    const sorted = [...this.certificate.agreements].sort((a, b) => rank(a) - rank(b));
    return [
      `${bold('To agree with the service')}  ${dim('the interface leaves it open')}`,
      ...sorted.flatMap((one) => [
        ...this.block('  · ', clean(one.question)),
        ...(one.ours === null ? [] : this.block('    ours: ', clean(one.ours), dim)),
        ...(one.value === null
          ? this.block('    open: ', one.id, yellow)
          : this.block('    agreed: ', agreedText(one), green)),
      ]),
      '',
      ...ASKED.flatMap((question) => this.block('  · ', question, dim)),
    ];
  }
}
