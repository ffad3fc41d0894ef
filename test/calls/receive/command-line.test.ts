// Parsing of `listen` and of the call filters, from argv to the request to the engine: what is refused. Nothing listens.
import { describe, expect, it } from 'vitest';
import { requestOf } from '../../../src/calls/commands/listen.ts';
import { LISTEN_FLAGS } from '../../../src/calls/receive/receiver-flags.ts';
import { FILTER_FLAGS, filterOf } from '../../../src/calls/record/call-flags.ts';
import { readArgv } from '../../helpers/command-line.ts';
import { type TestPlatform, testPlatform } from '../../helpers/platform.ts';

async function listenOf(line: string, here: TestPlatform = testPlatform()) {
  const argv = ['listen', ...line.split(' ').filter(Boolean)];
  const { context, options, isGiven } = await readArgv(here, LISTEN_FLAGS, argv);
  return requestOf(context, options, isGiven);
}

describe('listen', () => {
  it.each([
    ['--port 65536', 'usage.value'],
    ['--max-body big', 'usage.value'],
    ['--respond rma=99', 'usage.value'],
    ['--public-url ftp://x', 'usage.address'],
    ['--auto-refund TRANSIT', 'usage.missing'],
    ['--expect none.ndjson', 'usage.file'],
  ])('refuses %s', async (line, code) => {
    await expect(listenOf(line)).rejects.toMatchObject({ code, exitCode: 2 });
  });
});

describe('the filters of calls', () => {
  const NOW = Date.UTC(2026, 2, 2);
  const filter = async (line: string) => {
    const argv = `calls list ${line}`.trim().split(' ');
    return filterOf((await readArgv(testPlatform(), FILTER_FLAGS, argv)).options, NOW);
  };

  it.each(['--kind rmas', '--verdict bad,ok', '--since soon'])('refuse %s', async (line) => {
    await expect(filter(line)).rejects.toMatchObject({ exitCode: 2 });
  });
});
