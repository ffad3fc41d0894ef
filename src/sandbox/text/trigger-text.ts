// `returns trigger` in words: the list of names, one line a message, and what to do when nobody answered. Answers are the
// retailer's: escaped.
import { formatDuration } from '../../basics/units.ts';
import { cutTo, type Paint, table } from '../../cli/layout.ts';
import { clean } from '../../cli/presenter.ts';
import { isRefused, type TriggerList } from '../trigger/document.ts';
import type { Sent } from '../trigger/post.ts';

/** Characters of an answer that are shown. */
const MOST_SHOWN = 300;

export const triggerListText = ({ messages }: TriggerList): string =>
  table(messages.map(({ name, text }) => [name, clean(text)])).join('\n');

/** `200  POST /rmas  rma.transit  12 ms`, and the beginning of an answer that is not 2xx. */
export function sentLine(name: string, sent: Sent, paint: Paint): string {
  const { status, fault, ms, answer, note } = sent;
  const { method, path } = sent.message;
  const word = String(status ?? fault);
  const isWrong = fault !== null || isRefused(sent);
  const line = `${(isWrong ? paint.red : paint.green)(word)}  ${method} ${clean(path)}  ${name}  ${formatDuration(ms)}`;
  const below = [note ?? '', cutTo(answer.trim(), MOST_SHOWN)].filter((part) => part !== '').join(': ');
  return isWrong && below !== '' ? `${line}\n     ${clean(below)}` : line;
}

/** Why there is no answer, and what to do. @param to as it was given, without a user or a password */
export function unansweredText(fault: string, to: string): string {
  switch (fault) {
    case 'timeout':
      return `${to} did not answer in time. Look at what it does, or give it more: --timeout 60s`;
    case 'tls':
      return `No safe connection to ${to}. Check its certificate, or give your root certificate: --ca FILE`;
    case 'sign_in':
      return 'There are no credentials to send. Correct the file that --customer-auth names.';
    case 'aborted':
      return 'Interrupted.';
    default:
      return `Nobody answers at ${to} (${fault}). Start your side, or a receiver: returns listen`;
  }
}
