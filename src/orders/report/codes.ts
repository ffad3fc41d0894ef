// The codes of the report page: refusals, warnings and notes, each with its count, its meaning, an example and where it stands.
import { describeOrderFinding, ORDER_CATALOG } from '../../contract/order-catalog.ts';
import type { CodeCount } from '../../contract/report.ts';
import { fold, html, list, type Markup } from '../../page/server/static-page.ts';

/** Fields and words that are listed for a code. */
const MOST_DETAILS = 60;

/** A reason that is no rule. */
const REFUSED_BEFORE = {
  title: 'The service refused the same order before',
  explanation:
    'The service refused exactly this order in an earlier upload, so it is not sent again. Correct the order in the shop or in the export; --force sends it again as it is.',
};

const ruleOf = (code: string) => (code === 'refused_before' ? REFUSED_BEFORE : ORDER_CATALOG.get(code));

export const titleOf = (code: string): string => ruleOf(code)?.title ?? code;

/** A code with the number of its orders. */
export type Coded = Pick<CodeCount, 'code' | 'count'> & Partial<CodeCount>;

export function codeBlock(
  { code, count, example, firstFile, firstLine, details = [] }: Coded,
  tone: string,
): Markup {
  const places = details.slice(0, MOST_DETAILS).map(({ field, word, count: times }) => {
    const place = word === null ? field || 'the order' : `${field}: ${word}`;
    return html`<code>${place}</code> ${times}`;
  });
  const path = example?.path ? `${example.path}: ` : '';
  return fold(
    html`<b>${count}</b> ${titleOf(code)} <code>${code}</code>`,
    [
      html`<p id="${code}">${tone === 'error' && html`<b>What to do:</b> `}${ruleOf(code)?.explanation}</p>`,
      example &&
        html`<p><b>For example</b> (${firstFile}, line ${String(firstLine)}): ${path}${describeOrderFinding(example)}</p>`,
      places.length > 1 && list(places),
    ],
    `sheet whole code ${tone}`,
    tone === 'error',
  );
}
