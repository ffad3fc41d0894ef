// `returns explain`: what a finding code means, why, and a good and a bad sample.

import { EXIT } from '../../basics/exit-codes.ts';
import { usageFailure } from '../../basics/failure.ts';
import { leaves } from '../../basics/json.ts';
import { ALL_RULES, similarRuleCodes } from '../../contract/all-rules.ts';
import type { Rule } from '../../contract/finding.ts';
import { initialLevel } from '../../contract/levels.ts';
import { explanationOf } from '../../contract/library/reference.ts';
import { defineCommand } from '../command.ts';
import type { Paint } from '../presenter.ts';

export const command = defineCommand({
  args: '[code]',
  examples: [
    ['returns explain order.total.unexplained', 'what it means and what to do'],
    ['returns explain', 'list every code'],
  ],
  async run({ show }, [code]) {
    if (code === undefined) {
      const codes = [...ALL_RULES.values()].map((rule) => ({
        code: rule.code,
        severity: initialLevel(rule),
        title: rule.title,
      }));
      await show.result({ schema: 'explain-list/1', codes }, () =>
        codes.map((row) => `${row.code.padEnd(36)} ${row.severity.padEnd(8)} ${row.title}`).join('\n'),
      );
      return EXIT.done;
    }
    const rule = ALL_RULES.get(code);
    if (!rule) {
      const similar = similarRuleCodes(code);
      throw usageFailure('explain.unknown', `There is no finding code ${JSON.stringify(code)} of this tool`, {
        hint:
          similar.length > 0
            ? `Similar codes: ${similar.join(', ')}. Codes that came with a status such as 422 are the service's own.`
            : "List all codes with: returns explain. Codes that came with a status such as 422 are the service's own.",
      });
    }
    const { code: _, level: severity, fixed, ...text } = explanationOf(rule);
    const bad = JSON.stringify(text.bad).length > MOST_SAMPLE ? null : text.bad;
    await show.result({ schema: 'explain/1', code, severity, fixed, ...text, bad }, () =>
      ruleText(rule, show.outPaint),
    );
    return EXIT.done;
  },
});

/** Longer samples (of size limits) are left out of the JSON document, in characters. */
const MOST_SAMPLE = 100_000;

function ruleText(rule: Rule, paint: Paint): string {
  return [
    `${paint.bold(rule.code)}  ${initialLevel(rule)}  ${paint.dim(`from: ${rule.source}`)}`,
    rule.title,
    '',
    rule.explanation,
    '',
    paint.dim(levelText(rule)),
    '',
    ...(typeof rule.good === 'object' && typeof rule.bad === 'object'
      ? differences(rule, paint)
      : samples(rule, paint)),
  ].join('\n');
}

/** The severity of the finding, and how it can be changed. */
function levelText({ code, severity, isOff, fixed }: Rule): string {
  if (isOff) return `Off by default. It is looked for with: --level ${code}=error (or warning, note).`;
  if (fixed && !fixed.fields) return `It cannot be lowered: ${fixed.why}.`;
  const how = `It counts as ${severity}; to change that: --level ${code}=${severity === 'warning' ? 'note' : 'warning'} (or error, note, off; CODE:FIELD for one field).`;
  return fixed?.fields ? `${how} It stays for ${fixed.fields.join(', ')}: ${fixed.why}.` : how;
}

/** Where two whole messages differ. */
function differences(rule: Rule, paint: Paint): string[] {
  const [good, bad] = [new Map(leaves(rule.good)), new Map(leaves(rule.bad))];
  const textAt = (sample: ReadonlyMap<string, unknown>, path: string) =>
    JSON.stringify(sample.get(path))?.slice(0, MOST_VALUE) ?? 'not there';
  const lines = [...new Set([...good.keys(), ...bad.keys()])].flatMap((path) => {
    const [before, after] = [textAt(good, path), textAt(bad, path)];
    return before === after
      ? []
      : [path, `  ${paint.green('good')}  ${before}`, `  ${paint.red('bad')}   ${after}`];
  });
  return [...cut(lines), paint.dim(`Both messages whole: returns explain ${rule.code} --json`)];
}

function samples({ good, bad }: Rule, paint: Paint): string[] {
  const linesOf = (sample: unknown) =>
    cut((typeof sample === 'string' ? sample : (JSON.stringify(sample, null, 2) ?? '')).split('\n'));
  return [
    ...[paint.green('good'), ...linesOf(good).map((line) => `  ${line}`)],
    ...[paint.red('bad'), ...linesOf(bad).map((line) => `  ${line}`)],
  ];
}

/** Samples that break a size limit are very large, so only their beginning is shown. */
const MOST_LINES = 40;
/** Characters of a value. */
const MOST_VALUE = 200;

const cut = (lines: readonly string[]): string[] =>
  lines.length <= MOST_LINES
    ? [...lines]
    : [...lines.slice(0, MOST_LINES), `... ${lines.length - MOST_LINES} more lines`];
