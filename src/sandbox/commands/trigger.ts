// `returns trigger`: sends one message of the service, or the messages of a story, to any address: no sandbox has to run.

import { DEFAULT_TIMEOUT_MS } from '../../account/resolve.ts';
import { additionalRoots } from '../../account/settings.ts';
import { EXIT, type ExitCode } from '../../basics/exit.ts';
import { usageFailure } from '../../basics/failure.ts';
import { maskedAddress } from '../../basics/text.ts';
import { type Context, defineCommand } from '../../cli/command.ts';
import { flag, without } from '../../cli/flags.ts';
import { clean } from '../../cli/presenter.ts';
import { calledText, endpointAddress } from '../../contract/customer-endpoints.ts';
import { parseSetting } from '../../contract/set-path.ts';
import { findReceiver } from '../../storage/running.ts';
import { countsText, sentLine, triggerListText, unansweredText } from '../text/trigger-text.ts';
import { documentOf, exitOf } from '../trigger/document.ts';
import { findPlayable, triggerList } from '../trigger/names.ts';
import { type PlayParts, play, postNothing } from '../trigger/play.ts';
import { makePoster, type Sent } from '../trigger/post.ts';
import { builtInOrder, readOrder } from '../trigger/read-order.ts';
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
  more: 'Without a name it lists the messages and stories. Exit: 0 all answered 2xx, 3 an answer is not 2xx, 75 nobody answers.',
  examples: [
    ['returns trigger', 'list the messages and stories'],
    ['returns trigger rma.transit --to http://localhost:4400', "the carrier's first scan"],
    [
      'returns trigger rma.transit --to http://localhost:4400 --set items[0].sku=null',
      'a broken message, on purpose',
    ],
    [
      'returns trigger mail-back-single --to http://localhost:4400',
      'a story: every message of a return, to its refund',
    ],
    ['returns trigger rma.refunded --order order.json --print > rma.json', 'about your own order, as a file'],
  ],
  async run(context, [name], options, isGiven): Promise<ExitCode> {
    const { platform, show } = context;
    if (name === undefined) {
      for (const word of ['to', 'print', 'set', 'order'] as const) if (isGiven(word)) throw noName(word);
      const list = triggerList(platform);
      await show.result(list, () => triggerListText(list, show.outPaint));
      show.next('returns trigger rma.created --to http://localhost:4400');
      return EXIT.done;
    }
    const playable = findPlayable(platform, name);
    const { to, print, order: file } = options;
    if ((to === undefined) !== print) throw whereTo(name, print);
    if (playable.scenario && file !== undefined) throw hasOrders(name);
    const { customerAuth = () => ({ kind: 'none' }) as const, customerPaths } = customerOf(platform, {
      ...options,
      customerUrl: undefined,
    });
    const now = platform.clock.now();
    // 1 would give identifiers without a number.
    const seed = 2 + Math.floor(platform.random.unit() * (2 ** 32 - 2));
    const said = new Set<string>();
    const parts = {
      onNew(path: string) {
        if (!said.has(path)) show.note(`The interface has no ${clean(path)}: it is sent all the same`);
        said.add(path);
      },
      ...{ world: platform, playable, auth: customerAuth, settings: options.set, seed },
      paths: customerPaths,
      order: file === undefined ? builtInOrder({ seed, now }) : readOrder(platform, file, now),
    };
    return to === undefined ? printOnly(context, name, parts) : send(context, name, to, parts);
  },
});

type Parts = Omit<PlayParts, 'emit'>;

async function printOnly({ show }: Context, name: string, parts: Parts): Promise<ExitCode> {
  const sent = await play({ ...parts, emit: async () => {} }, postNothing);
  const isStory = parts.playable.scenario !== undefined;
  await show.result(documentOf(name, null, sent), () => sent.map((one) => printed(one, isStory)).join('\n'), {
    verbatim: true,
  });
  return EXIT.done;
}

/** One message is laid out; of a story each takes one line. */
function printed({ text, method, path }: Sent, isStory: boolean): string {
  if (text === null) return `${method} ${path}`;
  return isStory ? text : JSON.stringify(JSON.parse(text), null, 2);
}

async function send(context: Context, name: string, to: string, parts: Parts): Promise<ExitCode> {
  const { platform, folders, globals, show } = context;
  const shown = maskedAddress(to);
  const called = calledText(to, parts.paths);
  if (called !== to) show.note(`What is called: ${clean(called)}`);
  const stopping = new AbortController();
  const unsubscribe = platform.system.onSignal(() => stopping.abort());
  const poster = makePoster({
    ...{ clock: platform.clock, net: platform.net, signal: stopping.signal },
    to: { url: to, paths: parts.paths },
    ca: await additionalRoots(platform, folders, globals),
    timeoutMs: globals.timeoutMs ?? DEFAULT_TIMEOUT_MS,
  });
  try {
    const emit = async (one: Sent) => {
      if (!globals.json) await show.text(`${sentLine(one, show.outPaint)}\n`);
    };
    const sent = await play({ ...parts, emit }, poster.post);
    if (globals.json) await show.result(documentOf(name, shown, sent), () => '');
    else if (sent.length > 1) show.note(countsText(sent));
    const fault = sent.at(-1)?.fault ?? null;
    if (fault !== null) show.warn(unansweredText(fault, shown));
    // What went to an endpoint of one's own is in no record here.
    else if (new URL(to).origin === findReceiver(platform, folders, '')) show.next('returns calls list');
    return exitOf(sent);
  } finally {
    unsubscribe();
    await poster.close();
  }
}

const noName = (word: string) =>
  usageFailure('usage.value', `--${word} needs the name of a message or a story`, {
    expected: 'returns trigger NAME',
    hint: 'List the names with: returns trigger',
  });

const whereTo = (name: string, isBoth: boolean) =>
  isBoth
    ? usageFailure('usage.conflict', '--to and --print exclude each other', {
        hint: 'Leave one of them out.',
      })
    : usageFailure('usage.flag.missing', `${name} needs an address to go to`, {
        expected: '--to URL, or --print',
        hint: 'Give --to, for example http://localhost:4400 of a `returns listen` that runs; --print shows the message.',
      });

const hasOrders = (name: string) =>
  usageFailure('usage.conflict', `${name} is a story with orders of its own, so --order has no use`, {
    hint: `See them with: returns sandbox scenario show ${name} --orders --seed 1; and use them with --seed 1`,
  });
