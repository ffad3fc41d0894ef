// The codes of the report page: refusals, warnings and notes, each with its count, its meaning, an example and where it stands.
import { describeOrderFinding, ORDER_CATALOG } from '../../contract/order-catalog.ts';
import type { CodeCount } from '../../contract/report.ts';
import { type Content, fold, html, list, type Markup } from '../../page/server/static-page.ts';

/** Fields and words that are listed for a code. */
const MOST_DETAILS = 60;

/** Titles that say what was done, and reasons that are no rule. */
const SETTLED =
  /^(?:refused_before|date\.|order\.(?:derived|map|files\.repeated|line\.(?:edited|repeated)|rows\.differ|tax\.inside|total\.(?:basis|shipped))|refund\.lines\.none)/;

const OTHERS: Readonly<Record<string, { readonly title: string; readonly explanation: string }>> = {
  refused_before: {
    title: 'The service refused the same order before',
    explanation:
      'The service refused exactly this order in an earlier upload, so it is not sent again. Correct the order in the shop or in the export; --force sends it again as it is.',
  },
};

const ruleOf = (code: string) => ORDER_CATALOG.get(code) ?? OTHERS[code];

/** What is not met: a rule's title says what it requires. */
export function titleOf(code: string): string {
  const title = ruleOf(code)?.title;
  return title && !SETTLED.test(code) ? `Not met: ${title}` : (title ?? code);
}

/** A code with the number of its orders. */
export type Coded = Pick<CodeCount, 'code' | 'count' | 'example' | 'details'>;

/** @param more what else is said of the code, such as the orders it is about */
export function codeBlock(
  { code, count, example, details = [] }: Coded,
  tone: string,
  more?: Content,
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
      example && html`<p><b>For example:</b> ${path}${describeOrderFinding(example)}</p>`,
      places.length > 1 && list(places),
      more,
    ],
    `sheet whole code ${tone}`,
    tone === 'error',
  );
}
