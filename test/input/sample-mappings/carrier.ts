// Runs commands in the test's own process against a sandbox on a real socket.
import { readFileSync } from 'node:fs';
import { beforeAll, expect } from 'vitest';
import type { Order } from '../../../src/contract/order.ts';
import { run } from '../../../src/main.ts';
import type { Sandbox } from '../../../src/sandbox/index.ts';
import { targetEnvironment } from '../../helpers/cli.ts';
import { type TestPlatform, testPlatform } from '../../helpers/platform.ts';
import { type Summary, sandboxFor } from '../../helpers/sandbox.ts';

export interface Carrier {
  readonly sandbox: Sandbox;
  readonly platform: TestPlatform;
  /** Exit code and the one JSON document. */
  json<T = Summary>(...args: string[]): Promise<{ code: number; document: T; stderr: string }>;
  text(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }>;
  /** What the service holds, by identifier. */
  stored(): Map<string, Order>;
}

export async function carrierFor(): Promise<Carrier> {
  const sandbox = await sandboxFor();
  const platform = testPlatform({ env: targetEnvironment(sandbox) });
  const text: Carrier['text'] = async (...args) => {
    platform.clear();
    const code = await run(args, platform.platform);
    return { code, stdout: platform.stdout(), stderr: platform.stderr() };
  };
  return {
    sandbox,
    platform,
    text,
    async json<T>(...args: string[]) {
      const { code, stdout, stderr } = await text(...args, '--json');
      return { code, document: JSON.parse(stdout) as T, stderr };
    },
    stored: () => new Map(sandbox.orders().map(({ identifier, order }) => [identifier, order as Order])),
  };
}

/** One sample export, uploaded with its mapping before the tests of a file: what they look at. */
export function uploadedSample(file: string, map: string, ...flags: string[]) {
  let carrier: Carrier;
  let uploaded: { code: number; document: Summary };
  let stored: Map<string, Order>;
  const upload = () => carrier.json('orders', 'upload', file, '--map', map, ...flags, '--rate', 'off');
  beforeAll(async () => {
    carrier = await carrierFor();
    uploaded = await upload();
    stored = carrier.stored();
  });
  return {
    upload,
    get carrier() {
      return carrier;
    },
    get uploaded() {
      return uploaded;
    },
    get stored() {
      return stored;
    },
    async expectPlan(unmapped?: string) {
      const { stdout } = await carrier.text('orders', 'check', file, '--map', map, ...flags);
      const { name, limits } = JSON.parse(readFileSync(map, 'utf8')) as { name: string; limits: string[] };
      const plain = stdout.replace(/\s+/g, ' ');
      expect(plain).toContain(name);
      expect(limits).not.toEqual([]);
      for (const limit of limits) expect(plain).toContain(limit);
      expect(/^ +unmapped +(.*)$/m.exec(stdout)?.[1]).toBe(unmapped);
    },
  };
}
