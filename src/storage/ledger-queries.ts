// For reading the ledger with other programs: its views, and queries for common questions.

/** Compatibility: later versions may add columns but never remove one. */
export const LEDGER_VIEWS = [
  ['v_orders', 'accepted orders as they are now: target, identifier, status, money, times, run, file, line'],
  ['v_refusals', 'orders that were refused last: target, identifier, code, field, status, time, run'],
  ['v_refunds', 'refunds of accepted orders: identifier, order, amount, RMA, units'],
  ['v_asns', 'ASNs as queued last: program, number, status, time, run, body'],
  ['v_runs', 'runs: what, when, by whom, to which target, how it ended'],
] as const;

/** RUN and RMA are placeholders for an identifier. */
export const LEDGER_QUERIES = [
  [
    'orders of one run',
    "SELECT identifier, status, total_cents, currency FROM v_orders WHERE run = 'RUN' ORDER BY identifier",
  ],
  [
    'refused orders by code',
    'SELECT target, code, count(*) AS orders FROM v_refusals GROUP BY target, code ORDER BY orders DESC',
  ],
  [
    'what changed since yesterday, by target',
    "SELECT target, count(*) AS orders, sum(earlier_versions > 0) AS sent_before FROM v_orders WHERE accepted_at >= strftime('%Y-%m-%dT%H:%M:%SZ', 'now', '-1 day') GROUP BY target",
  ],
  [
    'refunds of an RMA with their orders',
    "SELECT identifier, order_identifier, amount_cents, currency, units FROM v_refunds WHERE rma_identifier = 'RMA' ORDER BY identifier",
  ],
  [
    'ASNs still pending, with their age',
    "SELECT program_identifier, asn_number, round(julianday('now') - julianday(queued_at), 1) AS days FROM v_asns WHERE status = 'pending' ORDER BY days DESC",
  ],
] as const;
