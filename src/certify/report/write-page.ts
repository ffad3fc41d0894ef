// Writes the page of a certification into a file.
import { fileOfPage, hashSource } from '../../page/server/assets.ts';
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
  const style = fileOfPage(platform, 'certify/page.css');
  // Allows this style, and nothing from anywhere else.
  const policy = `default-src 'none'; style-src ${hashSource(platform, style)}; img-src data:; base-uri 'none'; form-action 'none'`;
  file.write(certifyPage(certificate, policy, style));
}
