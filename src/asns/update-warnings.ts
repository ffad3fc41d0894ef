// Warnings that the user should see before an update is sent.
import { describeAsnFinding } from '../contract/asn-catalog.ts';
import type { AsnIntent } from '../storage/asn-records.ts';
import { type AsnChange, diffAsns } from './diff.ts';
import { type PlannedUpdate, SENT_AT } from './plan-update.ts';

export interface UpdateWarning {
  readonly code: 'asn.cancelled' | 'asn.ended' | 'asn.pending' | (string & {});
  readonly message: string;
}

const LINE_STATUS = /\.details\[\d+\]\.status$/;

export function warningsOf(update: PlannedUpdate): UpdateWarning[] {
  const warnings: UpdateWarning[] = [];
  const { recorded, pending, status, findings, changes } = update;
  if (pending) warnings.push({ code: 'asn.pending', message: pendingText(update, pending) });
  if (status === 'cancelled' && recorded?.status !== 'cancelled')
    warnings.push({
      code: 'asn.cancelled',
      message: 'cancelled blocks receiving: what is under way cannot be received on this ASN any more.',
    });
  else if (changes.some(({ path, after }) => LINE_STATUS.test(path) && after === 'cancelled'))
    warnings.push({
      code: 'asn.cancelled',
      message:
        'A line becomes cancelled, which blocks receiving: what is under way of it cannot be received.',
    });
  if (recorded?.status === 'cancelled')
    warnings.push({
      code: 'asn.ended',
      message: `It was queued as ${recorded.status}: the service changes an ASN only while it is active and has no receptions.`,
    });
  for (const finding of findings)
    if (finding.severity === 'warning')
      warnings.push({
        code: finding.code,
        message: `${finding.path ? `${finding.path}: ` : ''}${describeAsnFinding(finding)}`,
      });
  return warnings;
}

/** The changes of an update that had no answer, as far as its body is recorded. */
export function pendingChanges({ recorded, pending }: PlannedUpdate): AsnChange[] {
  if (pending?.body === undefined) return [];
  return diffAsns(recorded ? JSON.parse(recorded.body) : {}, JSON.parse(pending.body));
}

function pendingText(update: PlannedUpdate, { run }: AsnIntent): string {
  const paths = pendingChanges(update).flatMap(({ path }) => (path === SENT_AT ? [] : path));
  const what = paths.length > 0 ? ` of ${paths.slice(0, 5).join(', ')}${paths.length > 5 ? ' ...' : ''}` : '';
  return `Run ${run} ended before the answer to its change${what} came: it may have reached the service. This update replaces it.`;
}
