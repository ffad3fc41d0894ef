// Actions on a call: replay it, copy it as curl, save its bytes. Each reports its result.

import { h } from '../../../page/dom.ts';
import type { PageReplay } from '../types.ts';
import { replayText } from './detail.ts';
import { complaintOf, type PageSession } from './session.ts';

const SAID_MS = 6_000;

export interface Acts {
  replay(id: string): Promise<void>;
  curl(id: string): Promise<void>;
  download(id: string): Promise<void>;
  copy(text: string, said: string): Promise<void>;
  /** The live region for the result. */
  readonly said: HTMLElement;
}

export function makeActs(page: Window & typeof globalThis, session: PageSession): Acts {
  const said = h('div', { class: 'said', role: 'status', 'aria-live': 'polite' });
  const say = (text: string, isBad = false) => {
    const note = h('p', { class: isBad ? 'bad' : '' }, text);
    said.replaceChildren(note);
    page.setTimeout(() => note.remove(), SAID_MS);
  };
  /** Reports every failure to the user. */
  const trying = async (act: () => Promise<void>) => {
    try {
      await act();
    } catch (error) {
      say(error instanceof Error && error.message !== '' ? error.message : 'That did not work.', true);
    }
  };
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
        page.setTimeout(() => page.URL.revokeObjectURL(url), SAID_MS);
      }),
  };
}
