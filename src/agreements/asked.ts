// What else the interface leaves open: questions to the service whose answers no command reads. A list for the page of certify and
// the reference.

export const ASKED: readonly string[] = [
  'Which addresses take orders and ASNs?',
  'What do answers carry: a success, a 400, a 422 (which codes, which order of a batch), a 5xx?',
  'How large may a request be, and how many a minute may we send?',
  'How long ahead is a new version announced, and which version of its messages do we get?',
  'From when on are orders sent, on which events, and how soon?',
  'Which words of raw_status and which tags are known, and what does each do to a return?',
  'How do shipping, discounts and tax inside prices enter total_amount_cents?',
  'Are transactions and discounts ever filled, and with what?',
  'Which currencies may we have, and in which time zone does the return window end?',
  'Which identifier of our orders does an RMA carry?',
  'Do variant and weight come with the orders, or from a catalog?',
  'When do we refund (scan, receipt, creation), which amount, and how far ahead is created_at?',
  'Which refund settles which RMA without rma_identifier, or in part?',
  'Which program_identifier and which modules do our ASNs need, and which status changes are allowed?',
  'At which of our addresses does the service call, from where, and how does it sign in or sign?',
  'How long does it wait for an answer, what does it read of it, and what follows from one that is not 200?',
  'How often and how long is a message sent again, and may messages come out of order or twice?',
  'Which steps and messages do express and partial returns, cancellations and exchanges have?',
  'Which return methods, return reasons and receiving_status do our shoppers and warehouse get?',
  'Which fields do a variant and an exchange order have, and who pays an uneven exchange?',
  'How do we recognise a gift card in an exchange order?',
];

/** Ids of before, and the agreements that commands go by in their place. */
export const REPLACED: Readonly<Record<string, string>> = {
  'refund-match': 'refund_match',
  'exchange-fields': 'exchange_fields exchange_payment',
  retries: 'first_wait give_up_after',
  'receiving-status': 'warehouse',
  'refund-amount': 'return-shipping restocking-fee',
  'gift-cards': 'gift_card_sku',
};
