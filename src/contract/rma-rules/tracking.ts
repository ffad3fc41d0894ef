// Tracking numbers of units against their package_tracking_status.
import type { Finding, Rule } from '../finding.ts';
import { found, isGiven, itemPrefix, type Loose } from '../report.ts';
import { inTransit, preTransit, withUnit } from '../sample-rma.ts';

export const trackingMissing: Rule = {
  code: 'rma.tracking.missing',
  severity: 'error',
  title: 'A unit whose label was made has a tracking number',
  explanation:
    'The carrier supplies tracking number and label together: with PRE_TRANSIT the number is set, and a mail-back unit keeps it from there on.',
  source: 'RMA',
  say: (args) => `package_tracking_status is ${args.status}, but there is no tracking_number.`,
  good: withUnit(preTransit),
  bad: withUnit({ package_tracking_status: 'PRE_TRANSIT' }),
};

export const trackingEarly: Rule = {
  code: 'rma.tracking.without_status',
  severity: 'note',
  title: 'A tracking number comes with a package_tracking_status',
  explanation:
    'The interface sets both at once, when the carrier supplies the label. A number alone is kept; the status should follow with the next message.',
  source: 'RMA',
  say: () => 'There is a tracking_number, but no package_tracking_status yet.',
  good: withUnit(inTransit),
  bad: withUnit({ tracking_number: '1Z0002' }),
};

export const trackingRules: readonly Rule[] = [trackingMissing, trackingEarly];

// Items dropped off without a box are shipped together, so only mail-back needs a tracking number per unit in transit.
const ON_THE_WAY: ReadonlySet<unknown> = new Set(['ACCEPTED', 'TRANSIT', 'DELIVERED', 'RETURNED']);
const OTHER_METHODS: ReadonlySet<unknown> = new Set(['express-returns', 'customer-keep', 'home-pickup']);

/** `method` is the return_method of the RMA; an unknown one counts as mail-back. */
export function checkTracking(item: Loose, index: number, method: unknown, findings: Finding[]): void {
  const status = item['package_tracking_status'];
  if (isGiven(item['tracking_number'])) {
    if (!isGiven(status)) findings.push(found(trackingEarly, `${itemPrefix(index)}package_tracking_status`));
  } else if (status === 'PRE_TRANSIT' || (ON_THE_WAY.has(status) && !OTHER_METHODS.has(method)))
    findings.push(found(trackingMissing, `${itemPrefix(index)}tracking_number`, { status: String(status) }));
}
