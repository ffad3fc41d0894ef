// Writes the report page: one HTML file with its style, its script and its data, and a policy that allows nothing else.
import path from 'node:path';
import { EXIT } from '../../basics/exit.ts';
import { Failure } from '../../basics/failure.ts';
import { escapeInJson } from '../../basics/text.ts';
import type { Platform } from '../../platform/platform.ts';
import type { OutFile } from '../../storage/out-file.ts';
import type { ReportData } from './types.ts';

/** @param refused each refused order as JSON. @throws Failure when a file of the package is missing, exit 7 */
export function writeReport(
  platform: Platform,
  file: Pick<OutFile, 'write'>,
  data: ReportData,
  refused: readonly string[],
): void {
  const [page, style, script] = ['index.html', 'page.css', 'page.js'].map((name) => asset(platform, name));
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
function policyOf({ crypto }: Platform, style: string, script: string): string {
  const hash = (text: string) => `'sha256-${Buffer.from(crypto.sha256(text), 'hex').toString('base64')}'`;
  return [
    "default-src 'none'",
    `script-src ${hash(script)}`,
    `style-src ${hash(style)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

function asset(platform: Platform, name: string): string {
  const place = path.join(platform.packageFolder, 'dist', 'report', name);
  if (platform.files.stat(place)) return platform.files.readText(place);
  throw new Failure('internal.report', EXIT.defect, 'A file of the report page is missing', {
    place: { file: place },
    hint: 'Install the package again, or run `npm run build` in a clone.',
  });
}
