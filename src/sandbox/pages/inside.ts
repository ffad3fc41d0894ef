// The `/_sandbox/*` door, asked in this process: what the portal needs of it.
import { isObject } from '../../basics/json.ts';
import { uriPart } from '../../basics/text.ts';
import type { ServerAnswer, ServerHandler } from '../../platform/platform.ts';
import type { ReturnableDocument, RmaList } from './types.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface Inside {
  /** The last snapshot of an order; undefined when there is none. */
  order(identifier: string): Promise<Fields | undefined>;
  returnable(order: string): Promise<ReturnableDocument>;
  /** The RMAs of an order, newest first. */
  rmas(order: string): Promise<RmaList>;
  variants(order: string, line: string): Promise<ServerAnswer>;
  startReturn(wish: Fields): Promise<ServerAnswer>;
  cancel(rma: string): Promise<ServerAnswer>;
}

export function makeInside(handler: ServerHandler): Inside {
  const ask = (method: 'GET' | 'POST', target: string, body?: unknown): Promise<ServerAnswer> => {
    const headers = { host: '127.0.0.1', 'content-type': 'application/json' };
    return handler({
      method,
      target,
      headers,
      rawHeaders: Object.entries(headers).flat(),
      body: new TextEncoder().encode(body === undefined ? '' : JSON.stringify(body)),
      truncated: false,
      remoteAddress: '127.0.0.1',
    });
  };
  const get = async (target: string): Promise<unknown> => {
    const answer = await ask('GET', target);
    return answer.status === 200 ? JSON.parse(String(answer.body)) : undefined;
  };
  return {
    async order(identifier) {
      const stored = await get(`/_sandbox/orders?id=${uriPart(identifier)}`);
      const order = isObject(stored) ? stored['order'] : undefined;
      return isObject(order) ? order : undefined;
    },
    returnable: async (order) =>
      ((await get(`/_sandbox/returnable?order=${uriPart(order)}`)) ?? { lines: [] }) as ReturnableDocument,
    rmas: async (order) =>
      ((await get(`/_sandbox/rmas?order=${uriPart(order)}&limit=100`)) ?? { rmas: [] }) as RmaList,
    variants: (order, line) => ask('GET', `/_sandbox/variants?order=${uriPart(order)}&line=${uriPart(line)}`),
    startReturn: (wish) => ask('POST', '/_sandbox/returns', wish),
    cancel: (rma) => ask('POST', `/_sandbox/rmas/${uriPart(rma)}/cancel`, {}),
  };
}
