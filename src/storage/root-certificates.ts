// Root certificates of the user's own: each block of a PEM text (RFC 7468) is read before a connection is made, so that none is
// missing later.
import { inputFailure, usageFailure } from '../basics/failure.ts';
import type { Net } from '../platform/platform.ts';

/** As OpenSSL calls them. The second has settings of OpenSSL behind the certificate. */
const CERTIFICATES = ['CERTIFICATE', 'TRUSTED CERTIFICATE', 'X509 CERTIFICATE'];

const WHOLE = /-----BEGIN ([A-Z0-9 ]+)-----([\sA-Za-z0-9+/=]*)-----END \1-----/y;
/** The first or last line of a block; of a certificate also with other dashes. */
const MARK = /-----(?:BEGIN|END) [A-Z0-9 ]+-----|\b(?:BEGIN|END) [A-Z0-9 ]*CERTIFICATE\b/g;

/**
 * Text around the blocks is left out. `from`: the flag or variable that gave the text.
 * @returns the blocks alone, in a form that OpenSSL reads, and how many there are
 * @throws Failure exit 6 for a block that is no whole certificate, exit 2 when there is no block
 */
export async function readRoots(
  { checkCertificate }: Pick<Net, 'checkCertificate'>,
  text: string,
  from: string,
  file?: string,
) {
  let pem = '';
  let count = 0;
  let end = 0;
  for (const { index: at } of text.matchAll(MARK)) {
    // The marks inside a block are its own.
    if (at < end) continue;
    count++;
    const broken = (found: string) => {
      const line = text.slice(0, at).split(/\r\n?|\n/).length;
      return inputFailure(
        'input.ca',
        `Block ${count} of the root certificates (${from}), which begins in line ${line}, cannot be read: ${found}`,
        {
          place: { file, line },
          expected: 'whole certificates, from -----BEGIN CERTIFICATE----- to -----END CERTIFICATE-----',
          found,
          hint: 'Get that certificate again and put it in place of the block, or take the block out.',
        },
      );
    };
    WHOLE.lastIndex = at;
    const [whole, label = '', body = ''] = WHOLE.exec(text) ?? [];
    if (whole === undefined) throw broken('a damaged block');
    end = at + whole.length;
    if (!CERTIFICATES.includes(label)) throw broken(`a block ${label}`);
    const bytes = Buffer.from(body, 'base64');
    try {
      await checkCertificate(bytes, label.startsWith('TRUSTED'));
    } catch {
      throw broken(`${bytes.length} bytes that are not one whole certificate`);
    }
    const lines = bytes
      .toString('base64')
      .match(/.{1,64}/g)!
      .join('\n');
    pem += `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`;
  }
  if (count > 0) return { pem, count };
  throw usageFailure('usage.ca', `The file of root certificates (${from}) holds no certificate`, {
    place: { file },
    expected: 'PEM text with -----BEGIN CERTIFICATE-----',
    hint: 'Convert a DER file with: openssl x509 -inform der -in FILE -out FILE.pem',
  });
}
