// The built files of the inspector page, and the headers of every answer.
import path from 'node:path';
import { EXIT } from '../../basics/exit.ts';
import { Failure } from '../../basics/failure.ts';
import type { Platform } from '../../platform/platform.ts';

const ASSETS: Readonly<Record<string, readonly [file: string, type: string]>> = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/page.js': ['page.js', 'text/javascript; charset=utf-8'],
  '/page.css': ['page.css', 'text/css; charset=utf-8'],
  '/icon.svg': ['icon.svg', 'image/svg+xml'],
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

export interface Asset {
  readonly type: string;
  readonly content: string;
}

/** The files by path. @throws Failure when a file of the package is missing */
export function readAssets(platform: Platform): ReadonlyMap<string, Asset> {
  return new Map(
    Object.entries(ASSETS).map(([at, [file, type]]) => {
      const place = path.join(platform.packageFolder, 'dist', 'inspector', file);
      if (!platform.files.stat(place))
        throw new Failure('internal.inspector', EXIT.defect, 'A file of the inspector page is missing', {
          place: { file: place },
          hint: 'Install the package again, or run `npm run build` in a clone.',
        });
      return [at, { type, content: platform.files.readText(place) }];
    }),
  );
}
