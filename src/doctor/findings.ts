// The checks of the doctor, one for each thing that can be wrong between this machine and the service: made of what was found,
// with its mend.
import { type Failure, placeText } from '../basics/failure.ts';
import { escapeControls } from '../basics/text.ts';

/** In the order in which they are looked at and shown. */
export const DOCTOR_AREAS = ['settings', 'disk', 'ledger', 'connection', 'receiving'] as const;

export type DoctorResult = 'ok' | 'warning' | 'failure';

/** What one look at one thing found. */
export interface Finding {
  readonly result: DoctorResult;
  /** Never a secret. */
  readonly text: string;
  /** What to do; null when it is ok. */
  readonly hint: string | null;
}

export interface DoctorCheck extends Finding {
  /** `connection.tls`: the area, a dot, and words with hyphens. Never renamed after a release. */
  readonly id: string;
}

export const good = (text: string): Finding => ({ result: 'ok', text, hint: null });
export const doubtful = (text: string, hint: string): Finding => ({ result: 'warning', text, hint });
export const bad = (text: string, hint: string): Finding => ({ result: 'failure', text, hint });

const RANK: Readonly<Record<DoctorResult, number>> = { ok: 0, warning: 1, failure: 2 };

/**
 * One check of all that was found: only the worst findings are named, because they are what needs a person. Undefined
 * when nothing was looked at.
 */
export function checkOf(id: string, findings: readonly Finding[]): DoctorCheck | undefined {
  const worst = Math.max(...findings.map(({ result }) => RANK[result]));
  const named = findings.filter(({ result }) => RANK[result] === worst);
  const [first] = named;
  if (!first) return undefined;
  const distinct = (texts: readonly (string | null)[]) => [...new Set(texts)].filter((text) => text !== null);
  return {
    id,
    result: first.result,
    text: escapeControls(distinct(named.map(({ text }) => text)).join('; ')),
    hint: escapeControls(distinct(named.map(({ hint }) => hint)).join(' ')) || null,
  };
}

/** The checks that were made, in this order. */
export const checksOf = (findings: Readonly<Record<string, readonly Finding[]>>): DoctorCheck[] =>
  Object.entries(findings).flatMap(([id, found]) => checkOf(id, found) ?? []);

/** What ends a command, as a finding. */
export function failed(failure: Failure): Finding {
  const place = placeText(failure.place);
  return bad(`${failure.message}${place === '' ? '' : ` (${place})`}`, failure.hint);
}

/** The checks with every text passed through `hide`, which takes secrets out. */
export const hiddenIn = (checks: readonly DoctorCheck[], hide: (text: string) => string): DoctorCheck[] =>
  checks.map((one) => ({ ...one, text: hide(one.text), hint: one.hint === null ? null : hide(one.hint) }));
