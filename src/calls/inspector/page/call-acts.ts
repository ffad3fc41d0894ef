// Actions on a call: replay it, as it came or edited, copy it as curl. Each reports its result.

import { button, h, setChildren } from '../../../page/dom.ts';
import { makeToast, whileBusy } from '../../../page/feedback.ts';
import type { Asking } from '../../../page/session.ts';
import type { CallRecord, PageReplay } from '../types.ts';

export function makeActs(page: Window & typeof globalThis, asking: Asking) {
  const toast = makeToast(page);
  const replay = async (id: string, body?: string) => {
    const options = body === undefined ? {} : { body };
    const answer = await asking.raw(`/api/calls/${id}/replay`, { method: 'POST', ...options });
    const replayed = (await answer.json()) as PageReplay;
    toast.say(replayText(replayed), replayed.status === 0);
  };
  const editor = makeEditor(replay);
  return {
    elements: [toast.element, editor.element],
    edit: editor.open,
    replay: (id: string) => void toast.trying(() => replay(id)),
    curl: (id: string) =>
      void toast.trying(async () => {
        const answer = await asking.raw(`/api/calls/${id}/curl`);
        await page.navigator.clipboard.writeText(await answer.text());
        toast.say('Copied as curl');
      }),
  };
}

/** The body in a field. Headers are those of the call. */
function makeEditor(send: (id: string, body: string) => Promise<void>) {
  let id = '';
  const text = h('textarea', { id: 'edited', rows: 20, spellcheck: 'false', 'aria-label': 'Body' });
  const problem = h('p.problem', { role: 'alert' });
  const sendAndClose = async () => {
    await send(id, text.value);
    element.close();
  };
  const submit: HTMLButtonElement = button('Send', () => {
    setChildren(problem);
    void whileBusy(submit, 'Sending …', sendAndClose, (error) => setChildren(problem, String(error)));
  });
  const element: HTMLDialogElement = h('dialog.editor', { 'aria-labelledby': 'edit-title' }, [
    h('h2', { id: 'edit-title' }, 'Edit and send'),
    text,
    problem,
    h(
      'div.flow',
      h('span.push'),
      button('Cancel', () => element.close()),
      submit,
    ),
  ]);
  return {
    element,
    open(call: CallRecord) {
      ({ id } = call);
      text.value = call.body;
      setChildren(problem);
      element.showModal();
    },
  };
}

const replayText = ({ status, ms, url, fault, answer }: PageReplay): string =>
  status === 0
    ? `No answer from ${url}: ${fault ?? 'unknown'}`
    : `Sent again: answered ${status} in ${Math.round(ms)} ms${answer ? `, ${answer}` : ''}`;
