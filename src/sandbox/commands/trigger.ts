// `returns trigger`: sends one message of the service to any address: no sandbox has to run.
import { DEFAULT_TIMEOUT_MS } from '../../account/resolve.ts';
import { additionalRoots } from '../../account/settings.ts';
import { EXIT, type ExitCode } from '../../basics/exit-codes.ts';
import { usageFailure } from '../../basics/failure.ts';
import { maskedAddress } from '../../basics/text.ts';
import { formatDuration } from '../../basics/units.ts';
import { type Context, defineCommand, flag, without } from '../../cli/command.ts';
import { clean, cutTo, type Paint, table } from '../../cli/presenter.ts';
import { calledText, endpointAddress } from '../../contract/customer-endpoints.ts';
import { parseSetting } from '../../contract/set-path.ts';
import { findReceiver } from '../../storage/running.ts';
import { makeAttempts } from '../deliveries/attempts.ts';
import { DELIVERY_DEFAULTS } from '../deliveries/delivery-options.ts';
import type { Attempt, Customer, DeliveryKind, OutboundMessage } from '../deliveries/types.ts';
import { builtInOrder, composeMessage, findMessage, readOrder, triggerList } from '../trigger/compose.ts';
import { CUSTOMER_FLAGS, customerOf } from './customer-flags.ts';

export const command = defineCommand({
  args: '[name]',
  flags: [
    flag('--to <url>', 'address of your endpoints, or one of them', { parse: endpointAddress }),
    flag('--print', 'print the message instead of sending it'),
    flag('--set <path=value>', 'change a field, last: status=REFUNDED, items[0].sku=null', {
      repeat: true,
      parse: parseSetting,
    }),
    flag('--order <file>', 'order of the message (JSON or NDJSON: the first); default: a built-in one'),
    ...without(CUSTOMER_FLAGS, 'customerUrl'),
  ],
  more: 'Without a name it lists the messages. All messages of a return: returns sandbox scenario run. Exit: 0 answered 2xx, 3 the answer is not 2xx, 75 nobody answers.',
  examples: [
    ['returns trigger', 'list the messages'],
    ['returns trigger rma.transit --to http://localhost:4400', "the carrier's first scan"],
    [
      'returns trigger rma.transit --to http://localhost:4400 --set items[0].sku=null',
      'a broken message, on purpose',
    ],
    ['returns trigger rma.refunded --order order.json --print > rma.json', 'about your own order, as a file'],
  ],
  async run(context, [name], options, isGiven): Promise<ExitCode> {
    const { platform, show } = context;
    if (name === undefined) {
      for (const word of ['to', 'print', 'set', 'order'] as const)
        if (isGiven(word))
          throw usageFailure('usage.value', `--${word} needs the name of a message`, {
            expected: 'returns trigger NAME',
            hint: 'List the names with: returns trigger',
          });
      const list: TriggerList = triggerList();
      await show.result(list, () =>
        table(list.messages.map((one) => [one.name, clean(one.text)])).join('\n'),
      );
      show.next('returns trigger rma.created --to http://localhost:4400');
      return EXIT.done;
    }
    const found = findMessage(name);
    const { to, print, order: file } = options;
    if ((to === undefined) !== print)
      throw usageFailure('usage.flag.missing', `${name} needs one of --to and --print`, {
        expected: '--to URL, or --print',
        hint: 'Give --to, for example http://localhost:4400 of a `returns listen` that runs; --print shows the message.',
      });
    const { customerAuth = () => ({ kind: 'none' }) as const, customerPaths } = customerOf(platform, {
      ...options,
      customerUrl: undefined,
    });
    const now = platform.clock.now();
    // 1 would give identifiers without a number.
    const seed = 2 + Math.floor(platform.random.unit() * (2 ** 32 - 2));
    const order = file === undefined ? builtInOrder({ seed, now }) : readOrder(platform, file, now);
    const rma = `RMA-${platform.random.hex(3)}-1`;
    const message = composeMessage(found, { order, now, rma, paths: customerPaths }, options.set, (path) =>
      show.note(`The interface has no ${clean(path)}: it is sent all the same`),
    );
    if (to !== undefined)
      return await send(context, name, message, { url: to, paths: customerPaths, auth: customerAuth });
    const { body, method, path } = message;
    await show.result(
      documentOf(name, null, { ...UNSENT, message }),
      () => (body === null ? `${method} ${path}` : JSON.stringify(JSON.parse(body), null, 2)),
      { verbatim: true },
    );
    return EXIT.done;
  },
});

async function send(
  { platform, folders, globals, show }: Context,
  name: string,
  message: OutboundMessage,
  to: Customer,
): Promise<ExitCode> {
  const shown = maskedAddress(to.url);
  const called = calledText(to.url, to.paths);
  if (called !== to.url) show.note(`What is called: ${clean(called)}`);
  const { clock, net, system } = platform;
  const timeoutMs = globals.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const made = { ...UNSENT, fault: 'aborted' };
  // One attempt, as the sandbox makes it.
  const attempts = makeAttempts({
    ...{ now: clock.now, world: { clock, net }, ca: await additionalRoots(platform, folders, globals) },
    options: () => ({ ...DELIVERY_DEFAULTS, timeoutMs }),
    store: { record: (_id, attempt) => Object.assign(made, attempt) },
  });
  attempts.customer = { ...to, agent: 'returns-trigger' };
  const unsubscribe = system.onSignal(() => attempts.abort());
  try {
    await attempts.make(0, message, null, true);
    const sent: Sent = { ...made, message };
    await show.result(documentOf(name, shown, sent), () => sentLine(name, sent, show.outPaint));
    if (sent.fault !== null) show.warn(unansweredText(sent.fault, shown));
    // What went to an endpoint of one's own is in no record here.
    else if (new URL(to.url).origin === findReceiver(platform, folders, '')) show.next('returns calls list');
    return exitOf(sent);
  } finally {
    unsubscribe();
    await attempts.close();
  }
}

/** Characters of an answer that are shown. */
const MOST_SHOWN = 300;

/** `200  POST /rmas  rma.transit  12 ms`, and the beginning of an answer that is not 2xx. */
function sentLine(name: string, sent: Sent, paint: Paint): string {
  const { status, fault, ms, answer, note } = sent;
  const { method, path } = sent.message;
  const word = String(status ?? fault);
  const isWrong = fault !== null || isRefused(sent);
  const line = `${(isWrong ? paint.red : paint.green)(word)}  ${method} ${clean(path)}  ${name}  ${formatDuration(ms)}`;
  const below = [note ?? '', cutTo(answer.trim(), MOST_SHOWN)].filter((part) => part !== '').join(': ');
  return isWrong && below !== '' ? `${line}\n     ${clean(below)}` : line;
}

/** Why there is no answer, and what to do. @param to as it was given, without a user or a password */
function unansweredText(fault: string, to: string): string {
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

// What `returns trigger` prints of a message as JSON, and the exit code.

/** One message that was posted, or with --print would be, and what became of it. */
interface Sent extends Omit<Attempt, 'at'> {
  readonly message: OutboundMessage;
}

/** What nothing became of. */
const UNSENT: Omit<Attempt, 'at'> = { status: null, ms: 0, fault: null, answer: '', note: null };

/** The message that `returns trigger NAME` sent, or with --print would send. */
export interface TriggerDocument {
  readonly schema: 'trigger/1';
  readonly name: string;
  /** Address in front of the paths; null with --print. */
  readonly to: string | null;
  /** One. */
  readonly messages: readonly {
    /** The name of the message. */
    readonly what: string;
    readonly kind: DeliveryKind;
    readonly method: 'GET' | 'POST';
    readonly path: string;
    /** Null without an answer, and with --print. */
    readonly status: number | null;
    readonly ms: number;
    /** Why nobody answered; null otherwise. */
    readonly fault: string | null;
    /** At most 10,000 characters. */
    readonly answer: string;
    /** The message as it was sent; null for a GET. */
    readonly body: unknown;
  }[];
}

/** The names that `returns trigger` can send. */
interface TriggerList {
  readonly schema: 'trigger-list/1';
  readonly messages: readonly { readonly name: string; readonly text: string }[];
}

const documentOf = (name: string, to: string | null, sent: Sent): TriggerDocument => {
  const { kind, method, path, body } = sent.message;
  const { status, ms, fault, answer } = sent;
  return {
    ...{ schema: 'trigger/1', name, to },
    messages: [
      {
        ...{ what: name, kind, method, path, status: to === null ? null : status, ms, fault, answer },
        body: body === null ? null : (JSON.parse(body) as unknown),
      },
    ],
  };
};

/** Whether the endpoint answered, and did not take it. */
const isRefused = ({ status }: Sent): boolean => status !== null && (status < 200 || status >= 300);

function exitOf(sent: Sent): ExitCode {
  if (sent.fault === 'aborted') return EXIT.interrupted;
  if (sent.fault === 'sign_in') return EXIT.auth;
  if (sent.fault !== null) return EXIT.unavailable;
  return isRefused(sent) ? EXIT.refused : EXIT.done;
}
