// Advice that is right for one mistake and wrong for the next: the `not` of the table of mistakes is made of it.
export const ADVICE = {
  /** "Refund nothing of an RMA whose status is CANCELED." */
  cancelled: /refund nothing of an? RMA whose status is CANCELED/i,
  /** "Remember per RMA and order line how many units are refunded." */
  remember: /remember (per|for each) RMA/i,
  /** "It is what the message estimates." */
  estimate: /estimat/i,
  /** "Group the items by order_identifier." */
  group: /group (the items )?by order/i,
  /** "Take an exchange order whose only item is a gift card." */
  giftCard: /take an exchange order whose only item is a gift card/i,
  /** "Load the given variants." */
  loadVariants: /load the given variants/i,
  /** "Compare updated_at with the newest one." */
  compare: /compare updated_at/i,
  /** "Give the refund its rma_identifier." */
  rmaIdentifier: /(set|give) (the )?(refund its )?rma_identifier/i,
  /** "Answer 200 ... and do nothing." */
  doNothing: /answer 200[^.]*and do nothing/i,
  /** "Start your side, and check the address, DNS and firewall." */
  firewall: /firewall|start your side/i,
  /** "Post the snapshot to the sandbox." */
  postIt: /post the snapshot to/i,
  /** "Take from the exchange only." */
  exchange: /take from the exchange/i,
  /** "Refund per unit: (product + tax - discount) / shipped." */
  perUnit: /refund per unit:/i,
  tax: /\bwithout (the )?tax\b|\btax is missing\b/i,
  shipping: /shipping/i,
  wait: /--wait/,
  preTransit: /PRE_TRANSIT/,
} as const;
