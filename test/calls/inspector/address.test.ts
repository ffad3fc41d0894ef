// The inspector page after a restart: its address stays valid, its token is valid for one start and one port. Also its
// example message.
import fs from 'node:fs';
import http from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { inspectorKeyFile } from '../../../src/storage/inspector-key.ts';
import { CHROMIUM, startChromium } from '../../helpers/chromium.ts';
import { rma } from '../support.ts';
import { startStation, tokenFor } from './station.ts';

const closing: (() => Promise<void>)[] = [];

afterAll(async () => {
  for (const close of closing) await close();
});

test("the page's address survives a restart; a token is valid for one start and one port only", async () => {
  const before = await startStation();
  const port = Number(new URL(before.origin).port);
  const ask = (origin: string, token: string) =>
    fetch(`${origin}/api/calls/none`, {
      headers: { 'x-page-session': token, connection: 'close' },
    }).then(({ status }) => status);
  const [, key] = before.url.split('#session=');
  // It is let in, and there is no such call.
  expect(await ask(before.origin, before.token)).toBe(404);
  await before.close();
  const after = await startStation({ port, root: before.root });
  closing.push(() => after.close());
  expect(after.url).toBe(before.url);
  expect(await ask(after.origin, after.token)).toBe(404);
  // Another program on that port could only have seen this token, which is no longer valid.
  expect(await ask(after.origin, before.token)).toBe(401);
  expect(await ask(after.origin, key!)).toBe(401);
  // The token is not valid for a page of another port either.
  const { nonce } = (await (
    await fetch(`${after.origin}/api/session`, { headers: { connection: 'close' } })
  ).json()) as { nonce: string };
  expect(await ask(after.origin, after.platform.crypto.sha256(`${key}\n${nonce}\n127.0.0.1:1`))).toBe(401);
  // Another program may now use a port that the page was served on before. A forwarded port was never ours.
  const moved = await startStation({ root: before.root });
  closing.push(() => moved.close());
  const under = async (host: string) =>
    new Promise<number>((resolve) => {
      void tokenFor(moved.origin, key!, host).then((token) =>
        http.get(
          `${moved.origin}/api/calls/none`,
          { headers: { host, 'x-page-session': token } },
          (answer) => {
            answer.resume();
            resolve(answer.statusCode ?? 0);
          },
        ),
      );
    });
  expect([await under(`127.0.0.1:${port}`), await under('localhost:1')]).toEqual([401, 404]);
  const file = inspectorKeyFile(after.folders);
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  // Without the file, or after a month, there is a new key.
  const old = JSON.parse(fs.readFileSync(file, 'utf8')) as { made_at: number };
  fs.writeFileSync(file, JSON.stringify({ ...old, made_at: old.made_at - 31 * 86_400_000 }));
  const later = await startStation({ root: before.root });
  closing.push(() => later.close());
  expect(later.url).not.toContain(key);
  expect(await ask(later.origin, await tokenFor(later.origin, key!))).toBe(401);
});

test.skipIf(!CHROMIUM)(
  'an open page goes on when the receiver is started again, and shows replays',
  async () => {
    const browser = await startChromium();
    const context = await browser.newContext({ viewport: { width: 1360, height: 820 } });
    const page = await context.newPage();
    let station = await startStation();
    const port = Number(new URL(station.origin).port);
    try {
      await page.goto(station.url);
      await page.locator('.connection.live').waitFor();
      const refused = await station.receive(rma('RMA-BEFORE'), {
        response: { status: 502, by: 'forwarded' },
      });
      await page.locator(`[data-row="${refused.id}"] .answer.bad`).waitFor();
      await station.close();
      await page.locator('.connection.broken').waitFor();
      station = await startStation({ port, root: station.root });
      await page.locator('.connection.live').waitFor();
      const replay = await station.receive(rma('RMA-BEFORE'), { replayOf: refused.id });
      await page.locator(`[data-row="${replay.id}"]`).click();
      await page.locator('.replayed', { hasText: `Replay of ${refused.id}` }).waitFor();
      // The printed address is still valid, also in a new tab.
      await page.goto(station.url);
      await page.locator('.connection.live').waitFor();
      expect(await page.locator('[data-row]').count()).toBe(2);
    } finally {
      await browser.close();
      await station.close();
    }
  },
);
