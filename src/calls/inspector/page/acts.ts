// Actions on a call: replay it, copy it as curl, save its bytes. Each reports its result.

import { makeSaid } from '../../../page/said.ts';
import { complaintOf, type PageSession } from '../../../page/session.ts';
import type { PageReplay } from '../types.ts';
import { replayText } from './detail.ts';

/** How long the address of a download stays valid. */
const DOWNLOAD_MS = 6_000;

export interface Acts {
  replay(id: string): Promise<void>;
  curl(id: string): Promise<void>;
  download(id: string): Promise<void>;
  copy(text: string, said: string): Promise<void>;
  /** The live region for the result. */
  readonly said: HTMLElement;
}

export function makeActs(page: Window & typeof globalThis, session: PageSession): Acts {
  const { element: said, say, trying } = makeSaid(page);
  const ask = async (path: string, method?: 'POST'): Promise<Response> => {
    const answer = await session.ask(path, method ? { method } : {});
    if (!answer.ok) throw new Error(await complaintOf(answer));
    return answer;
  };
  const copy = async (text: string, done: string) => {
    await page.navigator.clipboard.writeText(text);
    say(done);
  };
  return {
    said,
    copy: (text, done) => trying(() => copy(text, done)),
    replay: (id) =>
      trying(async () => {
        const replayed = (await (await ask(`/api/calls/${id}/replay`, 'POST')).json()) as PageReplay;
        say(replayText(replayed), replayed.status === 0);
      }),
    curl: (id) =>
      trying(async () => copy(await (await ask(`/api/calls/${id}/curl`)).text(), 'Copied as curl')),
    download: (id) =>
      trying(async () => {
        const bytes = await (await ask(`/api/calls/${id}/raw`)).blob();
        const url = page.URL.createObjectURL(bytes);
        const link = page.document.createElement('a');
        link.href = url;
        link.download = `${id}.bin`;
        link.click();
        page.setTimeout(() => page.URL.revokeObjectURL(url), DOWNLOAD_MS);
      }),
  };
}
