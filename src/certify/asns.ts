// The area of the retailer's own ASNs: the engine of `asns check` reads them, its plan becomes checks.
import type { KnownTarget } from '../account/known-target.ts';
import type { AsnSource } from '../asns/input/source.ts';
import type { AsnPlan, Share } from '../asns/plan.ts';
import { runAsnCheck } from '../asns/run-asns.ts';
import type { AsnCheck } from '../asns/summarise.ts';
import { EXIT } from '../basics/exit.ts';
import { formatCount, plural } from '../basics/units.ts';
import { describeAsnFinding } from '../contract/asn-catalog.ts';
import { bySeverity, type CodeCount } from '../contract/report.ts';
import type { Platform } from '../platform/platform.ts';
import type { Folders } from '../storage/folders.ts';
import { ASN_SUBJECTS, ASNS_READABLE, ASNS_WARNINGS, asnGroupOf } from './asn-subjects.ts';
import { checksOfSubjects, codesText, failed, noted, passed, type Seen, unreadable } from './outcomes.ts';
import type { CertifyEvent, Check } from './types.ts';

export interface AsnsRequest {
  readonly source: AsnSource;
  readonly known: KnownTarget | undefined;
}

/** What the agreements say of the ASNs. */
export interface AsnFacts {
  readonly programs: readonly string[];
  readonly statuses: readonly string[];
  readonly types: readonly string[];
  readonly versions: readonly string[];
}

export async function certifyAsns(
  platform: Platform,
  folders: Folders,
  { source, known }: AsnsRequest,
  emit: (event: CertifyEvent) => void,
): Promise<{ readonly checks: readonly Check[]; readonly facts: AsnFacts | null }> {
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
    return { checks: asnChecks(plan, check), facts: factsOf(plan) };
  } catch (error) {
    const seen = { [ASNS_READABLE]: unreadable(error, EXIT.input) };
    return { checks: checksOfSubjects(ASN_SUBJECTS, seen, 'The ASNs could not be read'), facts: null };
  }
}

/** @param check of the same file: its files */
export function asnChecks(plan: AsnPlan, { input }: Pick<AsnCheck, 'input'>): Check[] {
  const files = input.files
    .map(({ path, rows, sha256 }) => `${path}: ${plural(rows, 'row')}, SHA-256 ${sha256.slice(0, 16)}…`)
    .join('; ');
  const refusals = new Map<string, CodeCount[]>();
  for (const code of plan.refusals) {
    const id = code.example?.severity === 'warning' ? ASNS_WARNINGS : asnGroupOf(code.code);
    refusals.set(id, [...(refusals.get(id) ?? []), code]);
  }
  const of = (id: string, good: () => Seen): Seen => {
    const codes = refusals.get(id);
    return codes ? failed(codesText(codes, describeAsnFinding)) : good();
  };
  const counted = (list: readonly Share[], what: string) =>
    passed(
      list.length === 0
        ? 'No ASN is left to count: all are refused for other reasons'
        : list.map(({ name, asns }) => `${what}${name} ${formatCount(asns)}`).join(', '),
    );
  const seen: Record<string, Seen> = {
    [ASNS_READABLE]: passed(files),
    'asns.findings': of('asns.findings', () =>
      passed(
        plan.refused === 0
          ? `All ${plural(plan.asns, 'ASN')} would be sent`
          : `No ASN is refused for this; ${plural(plan.refused, 'ASN')} for what the other checks say`,
      ),
    ),
    'asns.numbers': of('asns.numbers', () => counted(plan.programs, 'program ')),
    'asns.statuses': of('asns.statuses', () => counted(plan.statuses, '')),
    'asns.unit-identifiers': of('asns.unit-identifiers', () => counted(plan.types, 'details_type ')),
    'asns.api-version': of('asns.api-version', () => counted(plan.versions, 'version ')),
    [ASNS_WARNINGS]: of(ASNS_WARNINGS, () => {
      const { warnings } = bySeverity(plan.warnings);
      return warnings.length === 0 ? passed('No warning') : noted(codesText(warnings, describeAsnFinding));
    }),
  };
  return checksOfSubjects(ASN_SUBJECTS, seen, 'Not looked at');
}

const factsOf = ({ programs, statuses, types, versions }: AsnPlan): AsnFacts => {
  const names = (list: readonly Share[]) => list.map(({ name }) => name);
  return {
    programs: names(programs),
    statuses: names(statuses),
    types: names(types),
    versions: names(versions),
  };
};
