// The frame of a page, its built files, and the headers of every answer.
import path from 'node:path';
import { EXIT } from '../../basics/exit.ts';
import { Failure } from '../../basics/failure.ts';
import type { Platform } from '../../platform/platform.ts';

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  // Prevents that a script, also our own, turns text into markup or code.
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

export const SAFE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
};

export interface PageFrame {
  /** Its folder in dist/. */
  readonly folder: string;
  readonly title: string;
  /** The command that does the same, for browsers without JavaScript. */
  readonly command: string;
}

/** The files of a page by their paths. The page itself is empty: its script fills it with text nodes only. @throws Failure */
export function filesOf(
  platform: Pick<Platform, 'files' | 'packageFolder'>,
  at: string,
  { folder, title, command }: PageFrame,
): readonly (readonly [path: string, type: string, content: string])[] {
  const frame = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${at}/page.css">
<script src="${at}/page.js" defer></script>
</head>
<body><noscript>This page needs JavaScript. The same is done by: ${command}</noscript></body>
</html>
`;
  return [
    [at === '' ? '/' : at, 'text/html; charset=utf-8', frame],
    [`${at}/page.js`, 'text/javascript; charset=utf-8', fileOfPage(platform, `${folder}/page.js`)],
    [`${at}/page.css`, 'text/css; charset=utf-8', fileOfPage(platform, `${folder}/page.css`)],
    ['/icon.svg', 'image/svg+xml', fileOfPage(platform, 'icon.svg')],
  ];
}

/** A built file of a page, by its path in dist/. @throws Failure when it is missing */
export function fileOfPage(
  { files, packageFolder }: Pick<Platform, 'files' | 'packageFolder'>,
  file: string,
): string {
  const place = path.join(packageFolder, 'dist', file);
  if (files.stat(place)) return files.readText(place);
  throw new Failure('internal.page', EXIT.defect, 'A file of the page is missing', {
    place: { file: place },
    hint: 'Install the package again, or run `npm run build` in a clone.',
  });
}
