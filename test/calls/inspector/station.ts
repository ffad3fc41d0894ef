// A small receiver for tests, with the real check, the real record and the inspector. All its data is invented.
import { createHash } from 'node:crypto';
import { startInspector } from '../../../src/calls/inspector/start.ts';
import type { InspectorOptions } from '../../../src/calls/inspector/types.ts';
import { checkCall, makeRmaMemories } from '../../../src/calls/messages/check-message.ts';
import { sampleFinancials, sampleRma, sampleUnit } from '../../../src/contract/sample-rma.ts';
import type { Platform, ServerRequest } from '../../../src/platform/platform.ts';
import { callReader, openCallLog } from '../../../src/storage/call-log.ts';
import { type CallRecord, makeCallIds } from '../../../src/storage/calls.ts';
import type { Folders } from '../../../src/storage/folders.ts';
import { inspectorKey } from '../../../src/storage/inspector-key.ts';
import { testPlatform } from '../../helpers/platform.ts';
import { callOf } from '../support.ts';

export interface Station {
  readonly platform: Platform;
  /** Its folder on disk. */
  readonly root: string;
  readonly folders: Folders;
  readonly receiverUrl: string;
  /** Address of the inspector, with the key. */
  readonly url: string;
  readonly origin: string;
  readonly token: string;
  /** Records a call as if it had arrived at that time. */
  receive(body: string | Uint8Array | object, call?: Partial<CallRecord>): Promise<CallRecord>;
  /** Appends to the record. */
  keep(records: readonly CallRecord[]): Promise<void>;
  recordOf(body: string | Uint8Array | object, call?: Partial<CallRecord>): CallRecord;
  close(): Promise<void>;
}

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');

/** The token that the page sends: it proves the key of the address to this start of the inspector. */
export async function tokenFor(origin: string, key: string, place = new URL(origin).host): Promise<string> {
  const { nonce } = (await (
    await fetch(`${origin}/api/session`, { headers: { connection: 'close' } })
  ).json()) as { nonce: string };
  return sha256(`${key}\n${nonce}\n${place}`);
}

/** `root`: the folder of an earlier station, to simulate a restart. */
export async function startStation(options: { port?: number; root?: string } = {}): Promise<Station> {
  const { platform, folders, root } = testPlatform(options.root === undefined ? {} : { root: options.root });
  const log = openCallLog(platform, folders);
  const reader = callReader(platform, folders);
  const ids = makeCallIds(platform.random);
  const memories = makeRmaMemories();
  const recordOf: Station['recordOf'] = (given, call = {}) => {
    const isBytes = typeof given === 'string' || given instanceof Uint8Array;
    const bytes = Buffer.from(isBytes ? given : JSON.stringify(given));
    const checked = checkCall({ sha256, memories }, 'rma', bytes);
    const { findings, verdict, rma, orders, status, anomaly, changes } = checked;
    const at = call.at ?? platform.clock.now();
    return callOf({
      id: ids(at),
      at,
      headers: [
        ['Host', '127.0.0.1:4400'],
        ['Content-Type', 'application/json'],
        ['User-Agent', 'returns-service/3'],
        ['Authorization', 'Basic c2VydmljZTp2ZXJ5LXNlY3JldA=='],
        ['X-Account-Id', '4711'],
      ],
      bytesOf: bytes,
      ...{ verdict, findings, rma, orders, status, anomaly, changes },
      response: { status: checked.isBroken ? 400 : 200, by: 'receiver' },
      ms: 1.4,
      ...call,
    });
  };
  const receive: Station['receive'] = async (body, call) => {
    const record = recordOf(body, call);
    await log.append(record);
    return record;
  };
  const receiver = await platform.net.serve(
    { host: '127.0.0.1', port: 0, maxBody: 5e6 },
    async ({ body, target, method }: ServerRequest) => {
      const { response } = await receive(body, { target, method });
      return { status: response.status };
    },
  );
  const watched: InspectorOptions = {
    ...{ reader, receiverUrl: receiver.url, timeoutMs: 5_000 },
    port: options.port ?? 0,
    key: inspectorKey(platform, folders),
  };
  const inspector = await startInspector(platform, watched, true);
  const [origin, key] = inspector.url.split('/#session=');
  return {
    platform,
    ...{ root, folders },
    receiverUrl: receiver.url,
    url: inspector.url,
    origin: origin!,
    token: await tokenFor(origin!, key!),
    receive,
    keep: async (records) => void (await Promise.all(records.map((record) => log.append(record)))),
    recordOf,
    async close() {
      await inspector.close();
      await receiver.close();
      log.close();
    },
  };
}

/** An RMA with two shirts and a pair of trousers returned by mail: five messages, one of them twice. */
export function returnStory(rma = 'RMA-20261'): Record<string, unknown>[] {
  const units = (steps: readonly Record<string, unknown>[]) => [
    sampleUnit({ ...steps[0] }),
    sampleUnit({ ...steps[0] }),
    sampleUnit({
      order_line_item_identifier: 'L2',
      sku: 'TROUSERS-NVY-32',
      refund_financials: sampleFinancials({
        estimated_refund_amount_cents: 5900,
        shopper_refund_amount_cents: 5900,
      }),
      ...steps[1],
    }),
  ];
  const message = (status: string, time: string, steps: readonly Record<string, unknown>[]) =>
    sampleRma({ rma_identifier: rma, status, updated_at: `2026-03-1${time}Z`, items: units(steps) });
  const on = (package_tracking_status: string, more = {}) => ({
    tracking_number: '1Z0002',
    package_tracking_status,
    ...more,
  });
  const transit = message('CREATED', '2T08:30:00', [on('TRANSIT'), on('PRE_TRANSIT')]);
  return [
    message('CREATED', '0T09:00:00', [{}, {}]),
    message('CREATED', '1T10:00:00', [on('PRE_TRANSIT'), on('PRE_TRANSIT')]),
    transit,
    transit,
    message('CREATED', '4T16:20:00', [on('DELIVERED', { receiving_status: 'RECEIVED' }), on('TRANSIT')]),
  ];
}
