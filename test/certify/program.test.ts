import { describe, expect, it } from 'vitest';
import { sampleOrder } from '../../src/contract/sample.ts';
import { makeCli } from '../helpers/cli.ts';
import { hasPty, onTerminal, withoutColour } from '../helpers/pty.ts';
import { sandboxFor } from '../helpers/sandbox.ts';
import { ndjson } from './support.ts';

describe('returns certify', () => {
  it.skipIf(!hasPty)('reads well on a terminal of 80 columns (needs script of util-linux)', async () => {
    const cli = makeCli({ target: await sandboxFor() });
    cli.file('o.ndjson', ndjson([sampleOrder(), sampleOrder({ identifier: 'O-2', status: 'shipped' })]));
    const screen = onTerminal(cli, ['certify', '--orders', 'o.ndjson']);
    expect(await screen.ended).toBe(3);
    const lines = screen.lines();
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    const text = lines.join('\n');
    expect(text).toMatch(/Not ready: 1 failed, \d+ passed, \d+ not tried/);
    expect(text).toContain('  ok        The credentials give a token');
    expect(text).toContain('  FAILED    The status of an order fits');
    expect(text).toContain('next: returns orders check o.ndjson --report report.html');
    expect(screen.raw()).toContain('\u001b[32m');
    expect(withoutColour(screen.raw())).toContain('This is local: run it again');
  });

  it('reads from a pipe, and SIGINT while it waits is 130 with what was done', async () => {
    const cli = makeCli();
    const piped = await cli.json(['certify', '--orders', '-'], { stdin: ndjson([sampleOrder()]) });
    expect(piped).toMatchObject({ exit: 0, schema: 'certify/1' });
    const { child, ended } = cli.start(['certify', '--orders', '-', '--json'], { open: true });
    await new Promise<void>((resolve) => {
      child.stderr?.on('data', (chunk: Buffer) => {
        if (chunk.toString().includes('reading your orders')) resolve();
      });
    });
    child.kill('SIGINT');
    const { code, stdout } = await ended;
    expect(code).toBe(130);
    const document = JSON.parse(stdout) as { exit_code: number; checks: { id: string; evidence: string }[] };
    expect(document.exit_code).toBe(130);
    expect(document.checks.find(({ id }) => id === 'orders.findings')?.evidence).toBe(
      'Interrupted before this was done',
    );
  });
});
