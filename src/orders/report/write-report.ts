// Writes the report page: one HTML file with its style, its script and its data, and a policy that allows nothing else.
import { escapeInJson } from '../../basics/text.ts';
import { fileOfPage, hashSource } from '../../page/server/assets.ts';
import type { Platform } from '../../platform/platform.ts';
import type { UploadSummary } from '../../runs/summary.ts';
import type { OutFile } from '../../storage/out-file.ts';
import type { Plan } from '../plan.ts';
import type { ReportCollector } from './collect.ts';
import { type ReportAbout, reportDataOf } from './report-data.ts';

/** Does not finish the file. @throws Failure when a file of the package is missing, exit 7 */
export function writeReport(
  platform: Platform,
  file: Pick<OutFile, 'write'>,
  about: ReportAbout,
  plan: Plan,
  summary: UploadSummary,
  collector: ReportCollector,
): void {
  const collected = collector.take();
  const data = reportDataOf(about, plan, summary, collected);
  const { refused } = collected;
  const [page, style, script] = ['index.html', 'page.css', 'page.js'].map((name) =>
    fileOfPage(platform, `report/${name}`),
  );
  const parts: readonly (readonly [after: string, write: () => void])[] = [
    ['Content-Security-Policy" content="', () => file.write(policyOf(platform, style!, script!))],
    ['<style>', () => file.write(style!)],
    ['id="data">', () => file.write(inPage(JSON.stringify(data)))],
    [
      'id="refused">',
      () => {
        for (const [i, order] of refused.entries()) file.write(`${i === 0 ? '[' : ',\n'}${inPage(order)}`);
        file.write(refused.length === 0 ? '[]' : ']');
      },
    ],
    ['id="page">', () => file.write(script!)],
  ];
  let at = 0;
  for (const [after, write] of parts) {
    const end = page!.indexOf(after, at) + after.length;
    file.write(page!.slice(at, end));
    write();
    at = end;
  }
  file.write(page!.slice(at));
}

/** JSON in a script element: no text of the data can end the element or begin a comment in it. */
const inPage = (json: string): string =>
  escapeInJson(json).replace(/[<>&]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Allows the style and the script by their hashes, and nothing from anywhere else. */
function policyOf(platform: Platform, style: string, script: string): string {
  return [
    "default-src 'none'",
    `script-src ${hashSource(platform, script)}`,
    `style-src ${hashSource(platform, style)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}
