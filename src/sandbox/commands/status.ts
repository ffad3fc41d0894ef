// `returns sandbox status`: shows what a running sandbox has received.
import { formatCount, formatDuration, plural } from '../../basics/units.ts';
import { clean } from '../../cli/presenter.ts';
import type { SandboxStatus } from '../documents.ts';
import { sandboxCommand } from './running-sandbox.ts';

export const command = sandboxCommand({
  examples: [
    ['returns sandbox status', 'orders, ASNs and requests of the sandbox on its default port'],
    ['returns sandbox status --url http://127.0.0.1:53817 --json', 'of another one, for a script'],
  ],
  async run(sandbox, { show }) {
    const status = await sandbox.ask('GET /_sandbox/status', {});
    await show.result(status, () => textOf(sandbox.origin, status));
  },
});

function textOf(origin: string, { requests, orders, asns, rate_limit, uptime_ms }: SandboxStatus): string {
  const limit = rate_limit === 'off' ? 'no limit' : `limit ${formatCount(rate_limit)}`;
  const lines = [
    `${origin}, up ${formatDuration(uptime_ms)}`,
    `orders    ${plural(orders.stored, 'order')} from ${plural(orders.snapshots, 'snapshot')}, ${formatCount(orders.older_after_newer)} of them older than what was there`,
    `ASNs      ${formatCount(asns.stored)}`,
    `requests  ${formatCount(requests.total)}, at most ${formatCount(requests.max_in_60s)} in 60 s (${limit})`,
  ];
  if (orders.over_refunded > 0)
    lines.push(
      `over_refunded: ${plural(orders.over_refunded, 'snapshot')} with refunds of more than there was`,
    );
  for (const [endpoint, counts] of Object.entries(requests.by_endpoint)) {
    const parts = Object.entries(counts).map(([status, count]) => `${status}: ${formatCount(count)}`);
    lines.push(`  ${clean(endpoint).padEnd(9)} ${clean(parts.join(', '))}`);
  }
  return lines.join('\n');
}
