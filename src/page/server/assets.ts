// The built files of a page, their types, and the headers of every answer.
import path from 'node:path';
import { EXIT } from '../../basics/exit.ts';
import { Failure } from '../../basics/failure.ts';
import type { Platform } from '../../platform/platform.ts';

export const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

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

/** Allows one text in a policy. */
export const hashSource = ({ crypto }: Pick<Platform, 'crypto'>, text: string): string =>
  `'sha256-${Buffer.from(crypto.sha256(text), 'hex').toString('base64')}'`;
