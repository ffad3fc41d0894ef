// Actions on a call: replay it, copy it as curl, save its bytes. Each reports its result.
import { complaintOf, type PageSession } from '../../../page/session.ts';
import { makeToast } from '../../../page/toast.ts';
import type { PageReplay } from '../types.ts';
import { replayText } from './detail.ts';

/** How long the address of a download stays valid. */
const DOWNLOAD_MS = 6_000;

export function makeActs(page: Window & typeof globalThis, session: PageSession) {
  const toast = makeToast(page);
  const ask = async (path: string, method?: 'POST'): Promise<Response> => {
    const answer = await session.ask(path, method ? { method } : {});
    if (!answer.ok) throw new Error(await complaintOf(answer));
    return answer;
  };
  const copyNow = async (text: string, done: string) => {
    await page.navigator.clipboard.writeText(text);
    toast.say(done);
  };
  return {
    toast: toast.element,
    copy: (text: string, done: string) => void toast.trying(() => copyNow(text, done)),
    replay: (id: string) =>
      void toast.trying(async () => {
        const replayed = (await (await ask(`/api/calls/${id}/replay`, 'POST')).json()) as PageReplay;
        toast.say(replayText(replayed), replayed.status === 0);
      }),
    curl: (id: string) =>
      void toast.trying(async () =>
        copyNow(await (await ask(`/api/calls/${id}/curl`)).text(), 'Copied as curl'),
      ),
    download: (id: string) =>
      void toast.trying(async () => {
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
