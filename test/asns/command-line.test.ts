// `asns check`, `create` and `update`: from argv to the request for the engine. Nothing is run.
import { describe, expect, it } from 'vitest';
import * as create from '../../src/asns/commands/create.ts';
import * as update from '../../src/asns/commands/update.ts';
import { readArgv } from '../helpers/command-line.ts';
import { testPlatform } from '../helpers/platform.ts';

async function createOf(line: string) {
  const argv = `asns create ${line}`.split(' ');
  const { context, args, options } = await readArgv(testPlatform(), create.FLAGS, argv);
  return create.requestOf(context, args[0]!, options);
}

async function updateOf(line: string) {
  const argv = `asns update ${line}`.split(' ');
  const { context, args, options, isGiven } = await readArgv(testPlatform(), update.FLAGS, argv);
  return update.requestOf(context, args as [string?, string?], options, isGiven);
}

describe('asns create', () => {
  it.each([
    ['asns.csv --api-version 3', 'usage.value', 'one of 1, 2'],
    ['asns.csv --concurrency 257', 'usage.value', '--concurrency'],
    ['asns.csv --lock-wait long', 'usage.value', '--lock-wait'],
    ['asns.csv --fail-on new', 'usage.value', 'one of any, none'],
    ['asns.csv --timezone UTC', 'usage.map', '--timezone'],
  ])('refuses %s', async (line, code, said) => {
    const failure = await createOf(line).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code, exitCode: 2 });
    const { message, expected } = failure as { message: string; expected?: string };
    expect(`${message}\n${expected}`).toContain(said);
  });
});

describe('asns update', () => {
  it.each([
    ['--status shipped --yes', 'usage.missing'],
    ['ASN-1 --yes', 'usage.missing'],
    ['ASN-1 --status shipped', 'usage.question'],
    ['ASN-1 --select list.txt --status shipped --yes', 'usage.select'],
    ['ASN-1 asn.json --carrier UPS --yes', 'usage.file_and_flags'],
    ['ASN-1 --carrier UPS --memory 256MB --yes', 'usage.file'],
    ['ASN-1 --carrier UPS --format auto --yes', 'usage.file'],
    ['ASN-1 --set carrier --yes', 'usage.set'],
    ['ASN-1 --carrier UPS --set carrier=DHL --yes', 'usage.twice'],
  ])('refuses %s', async (line, code) => {
    await expect(updateOf(line)).rejects.toMatchObject({ code, exitCode: 2 });
  });
});
