// Rules for the life cycle of an RMA from one message to the next (interface, States: RMA). Samples are messages in order.
import { quote } from '../../basics/text.ts';
import { RMA_MESSAGE, ruleList } from '../rule-list.ts';
import { inTransit, later, preTransit, sampleRma, sampleUnit, withUnit } from '../sample-rma.ts';

const refunded = withUnit(inTransit, { status: 'REFUNDED' });
const none = (value: unknown) => (value === null ? 'none' : quote(value));

const rules = ruleList({ good: [sampleRma(), later(inTransit)] });

export const updatedUnmoved = rules.error('rma.updated_at.unmoved', {
  title: 'updated_at changes with each message of an RMA',
  explanation:
    'Two messages have the same updated_at and different content, so it cannot be decided which of them is right. The one that arrived later is used.',
  source: RMA_MESSAGE,
  say: () => 'An earlier message of this RMA has the same updated_at and other content.',
  good: [sampleRma(), later({ return_reason: 'too large' })],
  bad: [sampleRma(), withUnit({ return_reason: 'too large' })],
});

export const refundedLeft = rules.error('rma.refunded.left', {
  title: 'A refunded RMA stays refunded',
  explanation:
    'With REFUNDED the RMA is closed in the service, so no other status may follow. Do not pay the refund a second time; ask the service which of the two is right.',
  source: 'RMA',
  say: (args) => `The RMA was REFUNDED and is now ${args.status}.`,
  good: [withUnit(inTransit), later(inTransit, { status: 'REFUNDED' })],
  bad: [refunded, later(inTransit, { status: 'CANCELED' })],
});

export const refundedAgain = rules.warning('rma.refunded.again', {
  title: 'Nothing new comes after REFUNDED',
  explanation:
    'With REFUNDED the RMA is closed, so only repeats of that message are expected. Packages that are refunded at the carrier scan are still in transit, and a service may report that; do not refund them again.',
  source: 'RMA',
  say: () => 'The RMA was REFUNDED already; this is another message, not a repeat.',
  good: [withUnit(inTransit), later(inTransit, { status: 'REFUNDED' })],
  bad: [refunded, later(inTransit, { status: 'REFUNDED' })],
});

export const statusBackward = rules.warning('rma.status.backward', {
  title: 'The status of an RMA does not go back',
  explanation:
    'PENDING_EXCHANGE comes before CREATED, CREATED before PARTIAL_REFUND, and nothing after CANCELED. The interface does not show these statuses, so their order is that of the field.',
  source: 'field notes',
  say: (args) => `The status went back from ${args.before} to ${args.status}.`,
  good: [sampleRma({ status: 'PENDING_EXCHANGE' }), later()],
  bad: [sampleRma({ status: 'CANCELED' }), later()],
});

export const trackingBackward = rules.error('rma.package_status.backward', {
  title: 'A parcel goes from PRE_TRANSIT to TRANSIT, not back',
  explanation:
    'The label is made, then the carrier takes the package: a unit that was in TRANSIT with the same tracking number cannot be before that again. A message that is only late has an older updated_at and does not give this finding.',
  source: 'RMA',
  say: (args) => `package_tracking_status went back from ${args.before} to ${none(args.after)}.`,
  good: [withUnit(preTransit), later(inTransit)],
  bad: [withUnit(inTransit), later(preTransit)],
});

export const trackingUnusual = rules.warning('rma.package_status.unusual', {
  title: 'A parcel does not go back to where it was',
  explanation:
    'Known in the field is PRE_TRANSIT, ACCEPTED, TRANSIT, then DELIVERED or RETURNED. The interface does not show these paths, and a parcel with a new tracking number starts again, so going back is not a breach; refund and restock only once.',
  source: 'field notes',
  say: (args) => `package_tracking_status went back from ${args.before} to ${none(args.after)}.`,
  good: [
    withUnit({ ...inTransit, package_tracking_status: 'ACCEPTED' }),
    later({ ...inTransit, package_tracking_status: 'DELIVERED' }),
  ],
  bad: [withUnit({ ...inTransit, package_tracking_status: 'DELIVERED' }), later(inTransit)],
});

export const trackingReplaced = rules.note('rma.tracking.replaced', {
  title: 'A unit keeps its tracking number',
  explanation:
    'The unit has another tracking number than before, as when a new label is made. Follow the new one.',
  say: () => 'The tracking_number was replaced by another one.',
  good: [withUnit(preTransit), later(inTransit)],
  bad: [withUnit(preTransit), later({ ...inTransit, tracking_number: '1Z0003' })],
});

export const receivingBackward = rules.warning('rma.receiving_status.backward', {
  title: 'A received unit stays received',
  explanation:
    'PENDING comes first, then RECEIVED or NOT_RECEIVED; a unit that was not received may be found later. The transitions are not shown in the interface, so another order does not break it.',
  say: (args) => `receiving_status went back from ${args.before} to ${none(args.after)}.`,
  good: [withUnit({ receiving_status: 'PENDING' }), later({ receiving_status: 'RECEIVED' })],
  bad: [withUnit({ receiving_status: 'RECEIVED' }), later({ receiving_status: 'PENDING' })],
});

export const unitsAppeared = rules.warning('rma.units.appeared', {
  title: 'An RMA gets no new units',
  explanation:
    'Each message carries the current full item list. Units that were not in the message before are new goods to expect, or belong to another RMA.',
  say: (args) => `${args.units} of the RMA's units were not in the message before.`,
  bad: [sampleRma(), later({}, { items: [sampleUnit(), sampleUnit()] })],
});

export const unitsGone = rules.warning('rma.units.gone', {
  title: 'The units of an RMA stay in it',
  explanation:
    'Each message carries the current full item list. Units that were in the message before are missing: they may have been taken out of the return. Do not refund them without asking.',
  say: (args) => `${args.units} of the RMA's units are missing that were in the message before.`,
  bad: [sampleRma({ items: [sampleUnit(), sampleUnit()] }), later()],
});

export const refundTypeChanged = rules.note('rma.refund_type.changed', {
  title: 'A unit keeps its refund_type',
  explanation:
    'It can change between messages: an exchange that is never fulfilled turns into REFUND. Settle the unit by the newest message.',
  source: 'field notes',
  say: (args) => `refund_type changed from ${none(args.before)} to ${none(args.after)}.`,
  bad: [withUnit({ refund_type: 'EVEN_EXCHANGE' }), later()],
});

export const createdChanged = rules.warning('rma.created_at.changed', {
  title: 'created_at of an RMA does not change',
  explanation: 'An RMA is created once. Two RMAs may have been mixed up under one identifier.',
  say: () => 'created_at is another one than in the message before.',
  bad: [sampleRma(), later({}, { created_at: '2026-03-10T10:00:00Z' })],
});

export const methodChanged = rules.warning('rma.return_method.changed', {
  title: 'The return method of an RMA does not change',
  explanation:
    'When to refund depends on the return method, so a changed one may change whether a refund is due already. How a shopper could change it is not shown in the interface.',
  say: (args) => `return_method changed from ${none(args.before)} to ${none(args.after)}.`,
  bad: [sampleRma(), later({}, { return_method: 'customer-keep' })],
});

/** Rules whose samples are lists of messages. */
export const historyRules = rules.all;
