import { describe, expect, it } from 'vitest';
import { makeCli } from '../helpers/cli.ts';
import { openShell, SHELLS, missing } from './shells.ts';

describe.each(SHELLS)('%s', (shell) => {
  it.skipIf(missing(shell))('completes', async () => {
    const cli = makeCli();
    const { completed } = await openShell(shell, cli);
    const out: Record<string, string> = {};
    for (const typed of ['returns or', 'returns orders up', 'returns orders upload --dry', 'returns orders check x.csv --map=sho', 'returns orders check --map shopify-o', 'returns explain order.total.unex', 'returns sandbox scenario run cancel-f', 'returns --profile lo', 'returns orders check x --level order.total.unexplained=wa', 'returns help exit'])
      out[typed] = await completed(typed);
    console.log(shell, out);
    expect(1).toBe(1);
  }, 60_000);
});
