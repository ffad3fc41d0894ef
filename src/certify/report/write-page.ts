// Writes the page of a certification into a file.
import path from 'node:path';
import { EXIT } from '../../basics/exit.ts';
import { Failure } from '../../basics/failure.ts';
import type { Platform } from '../../platform/platform.ts';
import type { OutFile } from '../../storage/out-file.ts';
import type { Certificate } from '../types.ts';
import { certifyPage } from './page.ts';

/** Does not finish the file. @throws Failure when the style of the package is missing, exit 7 for the disk */
export function writeCertifyPage(
  platform: Platform,
  file: Pick<OutFile, 'write'>,
  certificate: Certificate,
): void {
  const style = styleOf(platform);
  // Allows this style, and nothing from anywhere else.
  const hash = Buffer.from(platform.crypto.sha256(style), 'hex').toString('base64');
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'`;
  file.write(certifyPage(certificate, policy, style));
}

function styleOf(platform: Platform): string {
  const place = path.join(platform.packageFolder, 'dist', 'certify', 'page.css');
  if (platform.files.stat(place)) return platform.files.readText(place);
  throw new Failure('internal.report', EXIT.defect, 'A file of the page is missing', {
    place: { file: place },
    hint: 'Install the package again, or run `npm run build` in a clone.',
  });
}
