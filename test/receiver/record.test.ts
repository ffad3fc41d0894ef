// `returns-cli/receiver` with a record: on disk before the answer, read by `returns calls`, and known again after a restart.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sampleRma } from '../../src/contract/sample-rma.ts';
import { createReceiver, type ReceiverSettings } from '../../src/receiver/index.ts';
import { callsFolder } from '../../src/storage/calls.ts';
import { makeCli } from '../helpers/cli.ts';
import { temporaryFolder } from '../helpers/platform.ts';

const linesIn = (state: string): Record<string, unknown>[] => {
  const folder = callsFolder({ state, config: state, machine: state });
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder)
    .flatMap((file) => fs.readFileSync(path.join(folder, file), 'utf8').trim().split('\n'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
};

const post = (body: unknown) => ({
  ...{ method: 'POST', url: '/rmas?token=t', headers: { 'Content-Type': 'application/json' } },
  ...{ body: JSON.stringify(body), remote: '10.0.0.1' },
});

test('a call is on disk when it is answered, with the answer of the function', async () => {
  const cli = makeCli();
  const stateDir = path.join(cli.root, 'state');
  const during: number[] = [];
  const settings: ReceiverSettings = {
    record: { stateDir },
    onRma: () => during.push(linesIn(stateDir).length),
  };
  const receiver = await createReceiver(settings);
  const received = await receiver.handle(post(sampleRma()));
  expect(received).toMatchObject({ isRecorded: true, anomaly: null, answer: { status: 200 } });
  expect(linesIn(stateDir)).toMatchObject([
    {
      ...{ id: received.id, kind: 'rma', remote: '10.0.0.1', body: JSON.stringify(sampleRma()) },
      headers: [['Content-Type', 'application/json']],
      response: { status: 200, by: 'forwarded' },
      forwarded: { url: 'function:onRma', status: 200 },
    },
  ]);
  expect(during).toEqual([0]);
  await receiver.close();

  // The program reads it, and a new receiver knows the message.
  const shown = await cli.run(['calls', 'show', received.id!, '--state-dir', stateDir]);
  expect(shown, shown.stderr).toMatchObject({ code: 0 });
  expect(shown.stdout).toContain('function:onRma');
  const again = await createReceiver(settings);
  expect(await again.handle(post(sampleRma()))).toMatchObject({ anomaly: 'duplicate', isRecorded: true });
  await again.close();
});

test('a call that cannot be recorded is answered 500, and told once', async () => {
  const stateDir = temporaryFolder('returns-receiver-');
  const notices: string[] = [];
  const settings: ReceiverSettings = { record: { stateDir }, onNotice: (text) => notices.push(text) };
  const receiver = await createReceiver(settings);
  // A file in the place of the folder of calls.
  fs.writeFileSync(callsFolder({ state: stateDir, config: stateDir, machine: stateDir }), '');
  await expect(createReceiver(settings)).rejects.toMatchObject({ name: 'Failure', exitCode: 7 });
  for (let i = 0; i < 2; i++)
    expect(await receiver.handle(post(sampleRma()))).toMatchObject({
      ...{ isRecorded: false, answer: { status: 500 }, error: expect.any(Error) },
    });
  expect(notices).toEqual([expect.stringContaining('cannot be recorded')]);
  await receiver.close();
});

test('without a record nothing is written', async () => {
  const folder = temporaryFolder('returns-receiver-');
  const before = process.cwd();
  process.chdir(folder);
  try {
    const receiver = await createReceiver();
    await receiver.handle(post(sampleRma()));
    await receiver.close();
    expect(fs.readdirSync(folder)).toEqual([]);
  } finally {
    process.chdir(before);
  }
});
