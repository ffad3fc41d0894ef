// `asns update NUMBER FILE`: reads the complete ASN from a file.
import { usageFailure } from '../basics/failure.ts';
import { isObject } from '../basics/json.ts';
import { quote } from '../basics/text.ts';
import type { Platform } from '../platform/platform.ts';
import type { Folders } from '../storage/folders.ts';
import { type AsnSource, openAsnSource } from './asn-run.ts';
import type { AsnInput, ReadAsn } from './input/types.ts';
import { checkSameNumber, type NewBody } from './plan-update.ts';
import type { AsnToUpdate } from './update-rows.ts';

/** A complete ASN from a file, and the places of its fields; the caller closes the input. */
export interface WholeShape {
  readonly asn: ReadAsn;
  readonly input: AsnInput;
  readonly body: NewBody;
}

/**
 * Reads the ASN with that number. @throws Failure exit 2 when the file has another one, exit 6 when it cannot
 * be read
 */
export async function wholeShape(
  platform: Platform,
  folders: Folders,
  source: AsnSource,
  subject: AsnToUpdate,
): Promise<WholeShape> {
  const file = source.path;
  const input = await openAsnSource(platform, folders, source);
  try {
    const all: ReadAsn[] = [];
    const meant: ReadAsn[] = [];
    for await (const asn of input.read()) {
      if (all.length < 2) all.push(asn);
      if (isObject(asn.raw) && asn.raw['asn_number'] === subject.number && isOf(asn.raw, subject))
        meant.push(asn);
    }
    if (meant.length > 1)
      throw usageFailure(
        'asn.twice',
        `${quote(file)} holds ASN ${quote(subject.number)} ${meant.length} times`,
        {
          place: { file, line: meant[1]!.line },
          hint: 'Name the program with --program, or keep only one of them in the file.',
        },
      );
    const asn = meant[0] ?? (all.length === 1 ? all[0]! : undefined);
    if (!asn)
      throw usageFailure('asn.number.mismatch', `${quote(file)} holds no ASN ${quote(subject.number)}`, {
        place: { file },
        hint: 'Check number and file: path and body name the same ASN.',
      });
    checkSameNumber(asn.raw, {
      number: subject.number,
      ...(subject.program === undefined ? {} : { program: subject.program }),
    });
    const program = isObject(asn.raw) ? asn.raw['program_identifier'] : undefined;
    const key = { number: subject.number, program: typeof program === 'string' ? program : '' };
    const text = JSON.stringify(asn.raw);
    return { asn, input, body: { kind: 'whole', text, key, findings: asn.findings } };
  } catch (error) {
    input.close();
    throw error;
  }
}

const isOf = (asn: Record<string, unknown>, { program }: AsnToUpdate) =>
  program === undefined || asn['program_identifier'] === program;
