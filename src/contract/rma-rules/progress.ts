// How far an RMA is: its timestamps (readable, with an offset, in a plausible order), and the tracking numbers of its units against
// their package_tracking_status.
import { timeRules } from '../message-rules.ts';
import { isGiven, itemPrefix, type Loose, type Report } from '../report.ts';
import { RMA_MESSAGE, ruleList } from '../rule-list.ts';
import { inTransit, preTransit, sampleRma, withUnit } from '../sample-rma.ts';

const rules = ruleList({ good: sampleRma() });

const rmaUpdatedMissing = rules.note('rma.updated_at.missing', {
  title: 'An RMA message has an updated_at',
  explanation:
    'The interface lists it; in the field it is not always there. Messages without it are taken in the order of their arrival, so a late one cannot be distinguished from a new one.',
  source: 'field notes',
  say: () => 'updated_at is missing, so the message is taken in the order of its arrival.',
  bad: sampleRma({ updated_at: undefined }),
});

const rmaUpdatedBefore = rules.warning('rma.updated_at.before_created', {
  title: 'updated_at of an RMA is not before created_at',
  explanation: 'A message cannot be older than its RMA.',
  say: () => 'updated_at is before created_at.',
  bad: sampleRma({ updated_at: '2026-03-09T09:00:00Z' }),
});

const times = timeRules('rma', (created_at) => sampleRma({ created_at }));

export const rmaTimeRules = [...times.all, ...rules.all];

export function checkRmaTimes(message: Loose, report: Report): void {
  const created = times.check(message.created_at, 'created_at', report);
  if (!isGiven(message.updated_at)) {
    report(rmaUpdatedMissing, 'updated_at');
    return;
  }
  const updated = times.check(message.updated_at, 'updated_at', report);
  if (updated < created) report(rmaUpdatedBefore, 'updated_at');
}

const tracking = ruleList({ source: 'RMA' });

const trackingMissing = tracking.error('rma.tracking.missing', {
  title: 'A unit whose label was made has a tracking number',
  explanation:
    'The carrier supplies tracking number and label together: with PRE_TRANSIT the number is set, and a mail-back unit keeps it from there on.',
  say: (args) => `package_tracking_status is ${args.status}, but there is no tracking_number.`,
  good: withUnit(preTransit),
  bad: withUnit({ package_tracking_status: 'PRE_TRANSIT' }),
});

const trackingEarly = tracking.note('rma.tracking.without_status', {
  title: 'A tracking number comes with a package_tracking_status',
  explanation:
    'The interface sets both at once, when the carrier supplies the label. A number alone is kept; the status should follow with the next message.',
  say: () => 'There is a tracking_number, but no package_tracking_status yet.',
  good: withUnit(inTransit),
  bad: withUnit({ tracking_number: '1Z0002' }),
});

const trackingAbsent = tracking.warning('rma.tracking.absent', {
  title: 'Every unit has tracking_number and package_tracking_status, null on creation',
  explanation:
    'Both are a text or null. A sender that leaves them out never says that the carrier has scanned the parcel, so a refund at the scan would wait for ever.',
  source: RMA_MESSAGE,
  say: (args) => `Expected ${args.field}, a text or null; found neither.`,
  good: sampleRma(),
  bad: withUnit({ package_tracking_status: undefined }),
});

export const trackingRules = tracking.all;

// Items dropped off without a box are shipped together, so only mail-back needs a tracking number per unit in transit.
const ON_THE_WAY: ReadonlySet<unknown> = new Set(['ACCEPTED', 'TRANSIT', 'DELIVERED', 'RETURNED']);
const OTHER_METHODS: ReadonlySet<unknown> = new Set(['express-returns', 'customer-keep', 'home-pickup']);

/** `method` is the return_method of the RMA; an unknown one counts as mail-back. */
export function checkTracking(item: Loose, index: number, method: unknown, report: Report): void {
  const at = itemPrefix(index);
  const { tracking_number: number, package_tracking_status: status } = item;
  if (status === undefined) absent('package_tracking_status', at, report);
  if (isGiven(number)) {
    if (!isGiven(status)) report(trackingEarly, `${at}package_tracking_status`);
  } else if (status === 'PRE_TRANSIT' || (ON_THE_WAY.has(status) && !OTHER_METHODS.has(method)))
    report(trackingMissing, `${at}tracking_number`, { status: String(status) });
  else if (number === undefined) absent('tracking_number', at, report);
}

const absent = (field: string, at: string, report: Report) =>
  void report(trackingAbsent, `${at}${field}`, { field });
