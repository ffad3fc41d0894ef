// The sample server with a mistake planted in it: a process of its own in a temporary folder, so that it can be killed.
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { givenByScenarios } from '../../../src/sandbox/scenarios/load-scenarios.ts';
import type { RetailerCheckId } from '../../../src/sandbox/scenarios/questions.ts';
import { freePort, REPOSITORY, until } from '../../helpers/cli.ts';
import { temporaryFolder } from '../../helpers/platform.ts';
import { platform } from './stage-support.ts';

/** In server.mjs or retailer.mjs, whichever has the text. */
export type Replacement = readonly [from: string, to: string];

/** What is planted, the scenario that shows it (after one that it passes, where a refund has to be seen first), the check that it is, what to change. */
export type Mistake = readonly [
  name: string,
  plant: readonly Replacement[],
  scenario: string,
  cause: RetailerCheckId,
  change: RegExp,
];

/**
 * The folder of the server with its orders; it is started when the address of the service is known. Killed after the test.
 * @param atEnd the one of the test's own context, where several tests run at once
 */
export async function plantedServer(replacements: readonly Replacement[], atEnd = onTestFinished) {
  const folder = temporaryFolder();
  const texts = new Map(
    ['server.mjs', 'retailer.mjs'].map((file) => [
      file,
      fs.readFileSync(path.join(REPOSITORY, 'samples/server', file), 'utf8'),
    ]),
  );
  for (const [from, to] of replacements) {
    const [file, text] = [...texts].find(([, one]) => one.includes(from)) ?? [];
    expect(file, `no file has the text ${from}`).toBeDefined();
    texts.set(
      file!,
      text!.replaceAll(from, () => to),
    );
  }
  for (const [file, text] of texts) fs.writeFileSync(path.join(folder, file), text);
  const { orders, variants } = givenByScenarios(platform, ['all']);
  fs.writeFileSync(path.join(folder, 'orders.ndjson'), orders.map((one) => JSON.stringify(one)).join('\n'));
  fs.writeFileSync(path.join(folder, 'variants.json'), JSON.stringify(variants));
  const port = await freePort();
  let child: ChildProcess | undefined;
  let service = '';
  const start = async (): Promise<void> => {
    const env = { PATH: process.env['PATH'], PORT: `${port}`, SERVICE_URL: service };
    const next = spawn(process.execPath, ['server.mjs'], { cwd: folder, env });
    child = next;
    let said = '';
    next.stdout.on('data', (chunk: Buffer) => {
      said += chunk;
    });
    next.stderr.on('data', (chunk: Buffer) => {
      if (process.env['SHOW']) process.stderr.write(chunk);
    });
    await until(() => said.includes('\n'), 'the server to listen');
  };
  const kill = async (): Promise<void> => {
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child!.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  };
  atEnd(kill);
  return {
    url: `http://127.0.0.1:${port}`,
    async startFor(address: string): Promise<void> {
      service = address;
      await start();
    },
    async restart(): Promise<void> {
      await kill();
      await start();
    },
    /** With the orders as they were given. */
    async stop(): Promise<void> {
      await kill();
      fs.rmSync(path.join(folder, 'store.json'), { force: true });
    },
  };
}
