// The area of the retailer's own ASNs: the engine of `asns check` reads them, its plan becomes checks.
import type { KnownTarget } from '../account/known-target.ts';
import type { AsnSource } from '../asns/input/source.ts';
import type { AsnPlan, Share } from '../asns/plan.ts';
import { runAsnCheck } from '../asns/run-asns.ts';
import type { AsnCheck } from '../asns/summarise.ts';
import { formatCount, plural } from '../basics/units.ts';
import { describeAsnFinding } from '../contract/asn-catalog.ts';
import type { Platform } from '../platform/platform.ts';
import type { Check } from '../sandbox/judge.ts';
import type { Folders } from '../storage/folders.ts';
import type { CertifyEvent } from './certificate.ts';
import { ASN_SUBJECTS } from './checks.ts';
import { checksOfSubjects, filesText, passed, seenOfCodes, unreadable } from './outcomes.ts';

export async function certifyAsns(
  platform: Platform,
  folders: Folders,
  source: AsnSource,
  known: KnownTarget | undefined,
  emit: (event: CertifyEvent) => void,
): Promise<readonly Check[]> {
  try {
    const { check, plan } = await runAsnCheck(
      platform,
      folders,
      { source, target: known, limits: { failOn: 'any' } },
      (event) => {
        if (event.type === 'reading')
          emit({ type: 'progress', text: `reading ASNs, ${formatCount(event.messages)}` });
      },
    );
    return asnChecks(plan, check);
  } catch (error) {
    return unreadable(error, ASN_SUBJECTS, 'The ASNs could not be read');
  }
}

/** @param check of the same file: its files */
export function asnChecks(plan: AsnPlan, check: Pick<AsnCheck, 'input'>): Check[] {
  const counted = (list: readonly Share[], what: string) =>
    passed(
      list.length === 0
        ? 'No ASN is left to count: all are refused for other reasons'
        : list.map(({ name, asns }) => `${what}${name} ${formatCount(asns)}`).join(', '),
    );
  const seen = seenOfCodes('asns', plan, describeAsnFinding, {
    'asns.findings': () => passed(`${plural(plan.asns, 'ASN')} looked at: none is refused for this`),
    'asns.numbers': () => counted(plan.programs, 'program '),
    'asns.statuses': () => counted(plan.statuses, ''),
    'asns.unit-identifiers': () => counted(plan.types, 'details_type '),
    'asns.api-version': () => counted(plan.versions, 'version '),
  });
  return checksOfSubjects(
    ASN_SUBJECTS,
    { ...seen, 'asns.readable': passed(filesText(check.input)) },
    'Not looked at',
  );
}
