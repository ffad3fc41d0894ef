// `returns sandbox status`: shows what a running sandbox has received.
import { DEFAULT_TIMEOUT_MS } from '../../account/resolve.ts';
import { EXIT } from '../../basics/exit.ts';
import { formatCount, formatDuration, plural } from '../../basics/units.ts';
import { defineCommand } from '../../cli/command.ts';
import { flag } from '../../cli/flags.ts';
import { clean } from '../../cli/presenter.ts';
import { findSandbox } from '../../storage/sandboxes.ts';
import { askSandbox, sandboxOrigin, URL_DEFAULT } from '../ask.ts';
import type { SandboxStatus } from '../state-endpoints.ts';

export const command = defineCommand({
  flags: [flag('--url <address>', 'address of the sandbox', { otherwise: URL_DEFAULT })],
  examples: [
    ['returns sandbox status', 'orders, ASNs and requests of the sandbox on its default port'],
    ['returns sandbox status --url http://127.0.0.1:53817 --json', 'of another one, for a script'],
  ],
  async run({ platform, folders, globals, show }, _args, { url }) {
    const origin = sandboxOrigin(url ?? findSandbox(platform, folders).url);
    const answer = await askSandbox(
      platform.net,
      origin,
      'GET',
      '/_sandbox/status',
      globals.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    );
    const status = answer as unknown as SandboxStatus;
    await show.result(status, () => textOf(origin, status));
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
