// Root certificates of the user's own: each block of a PEM text is read before a connection is made, so that none is missing later.
import { inputFailure, usageFailure } from '../basics/failure.ts';
import { type BrokenBlock, type PemBlock, pemBlocks } from '../basics/pem.ts';
import type { Net } from '../platform/platform.ts';

export interface Roots {
  /** The blocks alone, in a form that OpenSSL reads. */
  readonly pem: string;
  /** How many there are. */
  readonly count: number;
}

/** As OpenSSL calls them. The second has settings of OpenSSL behind the certificate. */
const CERTIFICATES = ['CERTIFICATE', 'TRUSTED CERTIFICATE', 'X509 CERTIFICATE'];

/**
 * `from`: the flag or variable that gave the text.
 * @throws Failure exit 6 for a block that is no whole certificate, exit 2 when there is no block
 */
export async function readRoots(
  { checkCertificate }: Pick<Net, 'checkCertificate'>,
  text: string,
  from: string,
  file?: string,
): Promise<Roots> {
  const blocks = pemBlocks(text);
  if (blocks.length === 0)
    throw usageFailure('usage.ca', `The file of root certificates (${from}) holds no certificate`, {
      place: { file },
      expected: 'PEM text with -----BEGIN CERTIFICATE-----',
      hint: 'Convert a DER file with: openssl x509 -inform der -in FILE -out FILE.pem',
    });
  let pem = '';
  for (const block of blocks) {
    if ('found' in block) throw brokenBlock(block, block.found, from, file);
    const { label, bytes } = block;
    if (!CERTIFICATES.includes(label)) throw brokenBlock(block, `a block ${label}`, from, file);
    try {
      await checkCertificate(bytes, label.startsWith('TRUSTED'));
    } catch {
      throw brokenBlock(block, `${bytes.length} bytes that are not one whole certificate`, from, file);
    }
    pem += block.text;
  }
  return { pem, count: blocks.length };
}

function brokenBlock({ number, line }: BrokenBlock | PemBlock, found: string, from: string, file?: string) {
  return inputFailure(
    'input.ca',
    `Block ${number} of the root certificates (${from}), which begins in line ${line}, cannot be read: ${found}`,
    {
      place: { file, line },
      expected: 'whole certificates, from -----BEGIN CERTIFICATE----- to -----END CERTIFICATE-----',
      found,
      hint: 'Get that certificate again and put it in place of the block, or take the block out.',
    },
  );
}
