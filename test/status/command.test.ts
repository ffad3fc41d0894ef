// `returns status` as a person and a script see it: the text, --fail, sign-in, a machine without a ledger, progress.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { knownTarget } from '../../src/account/known-target.ts';
import { inTransit, withUnit } from '../../src/contract/sample-rma.ts';
import { tokenStore } from '../../src/storage/token-cache.ts';
import { returns } from '../calls/support.ts';
import { testPlatform } from '../helpers/platform.ts';
import { HISTORY_ENV } from './history.ts';
import { accept, countsOf, HOUR, heard, here, NOW, OPTIONS, ran, refuse, statusOf } from './support.ts';

const told = (on: ReturnType<typeof here>, line: readonly string[], terminal = {}) =>
  returns(on, ['status', ...line], { ...OPTIONS(), terminal });

describe('the text', () => {
  it('says what there is, and what to run', async () => {
    const on = here();
    accept(on, 'SO-1001');
    refuse(on, 'SO-\u001b[31mX', NOW - 5 * HOUR);
    ran(on, NOW - HOUR, 'returns orders upload a.csv --yes', { state: 'killed', exitCode: null });
    await heard(on, [withUnit(inTransit)], { at: NOW - 3 * HOUR });
    const { code, stdout } = await told(on, []);
    expect(code).toBe(0);
    expect(stdout).toBe(`3 things need you
  ! RMAs with a unit that is due for a refund and has none: 1, oldest 3 h ago (RMA-1)
    returns orders refund SO-1001 --from 'orders of may.csv' --lines L1=1 --rma RMA-1
  ! Orders that were refused and not accepted since: 1, oldest 5 h ago (SO-\\u{1b}[31mX)
    returns runs show RUN-1
  ! Runs that were killed and not repeated: 1, oldest 60 min ago (20261120-110000-0a1b2c)
    returns orders upload a.csv --yes

  looked at        what changed since 2026-10-21T12:00:00Z, profile (environment)
  target           production, https://orders.example as shop
  ledger           1 order, the newest sent 59 min ago
  received         1 call recorded, 1 RMA
`);
  });

  it('names a hostile RMA as the next command without controlling the terminal', async () => {
    const on = here();
    accept(on, 'SO-1001');
    await heard(on, [
      withUnit({ ...inTransit, order_identifier: 'O' }, { rma_identifier: 'R\u001b]0;x\u0007' }),
    ]);
    const { stderr } = await told(on, [], { stderr: true });
    expect(stderr).toContain("next: returns calls list --rma 'R\\u{1b}]0;x\\u{7}'");
  });

  it('is short when nothing is to be done; --fail is 0 then, and 3 otherwise', async () => {
    const on = here();
    accept(on, 'SO-1001');
    const { stdout } = await told(on, []);
    expect(stdout).toMatch(/^Nothing needs you\.\n/);
    expect((await told(on, ['--fail'])).code).toBe(0);
    await heard(on, [withUnit(inTransit)]);
    expect((await told(on, ['--fail'])).code).toBe(3);
    expect((await statusOf(on, '--fail'))['exit_code']).toBe(3);
    expect((await told(on, [])).code).toBe(0);
    expect((await told(on, [])).stdout).toMatch(/^1 thing needs you\n/);
  });
});

describe('a machine', () => {
  it('without a ledger says so, and makes none', async () => {
    const on = testPlatform();
    const { code, stdout } = await returns(on, ['status', '--fail']);
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('none yet: nothing was sent from here'),
    });
    expect(stdout).toMatch(/^Nothing needs you\.\n/);
    expect(fs.existsSync(path.join(on.folders.state, 'ledger.db'))).toBe(false);
    expect(fs.existsSync(path.join(on.folders.state, 'rma-index.db'))).toBe(false);
  });

  it('that only receives looks at what it received', async () => {
    const on = testPlatform();
    await heard(on, [withUnit(inTransit)], { verdict: 'error', at: Date.now() - HOUR });
    const { stdout } = await returns(on, ['status', '--json']);
    expect(countsOf(JSON.parse(stdout))).toEqual({ refunds_due: 1, calls_with_errors: 1 });
  });

  it('refuses a profile that does not exist, and a time that is none', async () => {
    const on = here();
    expect((await returns(on, ['status', '--profile', 'nobody'])).code).toBe(2);
    expect((await returns(on, ['status', '--since', 'yesterday'])).code).toBe(2);
  });
});

describe('the sign-in', () => {
  const status = async (env: Record<string, string | undefined>, on = here()) => {
    const { stdout } = await returns(on, ['status', '--json'], {
      ...OPTIONS(),
      env: { ...HISTORY_ENV, ...env },
    });
    return JSON.parse(stdout) as {
      items: { kind: string; next: string }[];
      sign_in: Record<string, unknown>;
    };
  };

  it('lacks a secret when none is set, or its file is missing or empty', async () => {
    const on = here();
    const none = { RETURNS_CLIENT_SECRET: undefined };
    const missing = { ...none, RETURNS_CLIENT_SECRET_FILE: on.work.concat('/nowhere') };
    const empty = { ...none, RETURNS_CLIENT_SECRET_FILE: on.file('empty', '') };
    for (const env of [none, missing, empty])
      expect(await status(env, on)).toMatchObject({
        items: [{ kind: 'secret_missing', next: 'returns whoami' }],
        sign_in: { secret: 'missing', token_ends_at: null },
      });
    const there = { ...none, RETURNS_CLIENT_SECRET_FILE: on.file('secret', 'secret-of-the-tests\n') };
    expect(await status(there, on)).toMatchObject({ items: [], sign_in: { secret: 'present' } });
  });

  it('knows when the cached token ends, and never shows it', async () => {
    const on = here();
    const tokens = tokenStore(on.platform, on.folders);
    const key = tokens.keyOf(HISTORY_ENV.RETURNS_AUTH_URL, 'shop', 'secret-of-the-tests');
    const seconds = NOW / 1000;
    tokens.save(key, {
      access_token: 'abcdef',
      created_at: seconds,
      expires_in: 90_000,
      obtained_at: seconds,
    });
    const document = await status({}, on);
    expect(document.sign_in).toEqual({
      ...{ secret: 'present', secret_from: 'RETURNS_CLIENT_SECRET', token_ends_at: '2026-11-21T13:00:00Z' },
    });
    expect(JSON.stringify(document)).not.toMatch(/abcdef|secret-of-the-tests/);
    expect(knownTarget(on.platform, on.folders, {})).toBeDefined();
  });

  it('finds the token of a secret that is in the keychain, or that a command prints, without asking for either', async () => {
    const on = here();
    const url = HISTORY_ENV.RETURNS_AUTH_URL;
    const settings = { 'auth-url': url, 'orders-url': HISTORY_ENV.RETURNS_ORDERS_URL, 'client-id': 'shop' };
    on.file(
      '../config/profiles.json',
      JSON.stringify({
        version: 1,
        profiles: { vault: settings, printed: { ...settings, 'client-secret-command': '/nowhere/print it' } },
        keychain: { vault: { entry: '0123456789ab', left: [] } },
      }),
    );
    const tokens = tokenStore(on.platform, on.folders);
    const seconds = NOW / 1000;
    for (const standIn of ['keychain 0123456789ab', 'command /nowhere/print it'])
      tokens.save(tokens.keyOf(url, 'shop', { standIn }), {
        access_token: 'abcdef',
        created_at: seconds,
        expires_in: 90_000,
        obtained_at: seconds,
      });
    for (const [profile, from] of [
      ['vault', 'keychain'],
      ['printed', 'command'],
    ] as const) {
      const { code, stdout } = await told(on, ['--json', '--profile', profile]);
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({
        items: [],
        sign_in: { secret: 'unknown', secret_from: from, token_ends_at: '2026-11-21T13:00:00Z' },
      });
    }
  });
});
