// `returns sandbox status`: shows what a running sandbox has received.
import { EXIT } from '../../basics/exit.ts';
import { formatCount, formatDuration, plural } from '../../basics/units.ts';
import { defineCommand } from '../../cli/command.ts';
import { clean } from '../../cli/presenter.ts';
import type { SandboxStatus } from '../documents.ts';
import { sandboxOf, URL_FLAG } from './running-sandbox.ts';

export const command = defineCommand({
  flags: [URL_FLAG],
  examples: [
    ['returns sandbox status', 'orders, ASNs and requests of the sandbox on its default port'],
    ['returns sandbox status --url http://127.0.0.1:53817 --json', 'of another one, for a script'],
  ],
  async run(context, _args, { url }) {
    const sandbox = sandboxOf(context, url);
    const status = await sandbox.get<SandboxStatus>('/_sandbox/status');
    await context.show.result(status, () => textOf(sandbox.origin, status));
    return EXIT.done;
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
  for (const [endpoint, counts] of Object.entries(requests.by_endpoint)) {
    const parts = Object.entries(counts).map(([status, count]) => `${status}: ${formatCount(count)}`);
    lines.push(`  ${clean(endpoint).padEnd(9)} ${clean(parts.join(', '))}`);
  }
  return lines.join('\n');
}
