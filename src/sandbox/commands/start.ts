// `returns sandbox start`: the service on this machine until Ctrl-C.

import { changeText, LEVEL_FLAG, levelsIn } from '../../account/level-flags.ts';
import { additionalRoots } from '../../account/settings.ts';
import { EXIT, type ExitCode } from '../../basics/exit-codes.ts';
import { textOfError, usageFailure } from '../../basics/failure.ts';
import { maskedAddress } from '../../basics/text.ts';
import { formatCount, formatDuration, parseCount, plural } from '../../basics/units.ts';
import { type Context, countFrom, defineCommand, flag } from '../../cli/command.ts';
import { clean } from '../../cli/presenter.ts';
import { calledText, type EndpointPaths } from '../../contract/customer-endpoints.ts';
import { LOCAL, RATE_LIMITS } from '../../contract/endpoints.ts';
import { changedLevels, type LevelChange } from '../../contract/levels.ts';
import type { Platform } from '../../platform/platform.ts';
import { agreedIn } from '../../storage/agreements.ts';
import { findSandbox, recordRunning } from '../../storage/running.ts';
import { agreedOptions, enforced } from '../agreed.ts';
import { CLOCK_KINDS, type ClockKind } from '../clock/timeline.ts';
import { parseDeliveryOptions } from '../deliveries/delivery-options.ts';
import type { SandboxStatus } from '../documents.ts';
import { textOfFile } from '../flag-file.ts';
import { parseFaults } from '../intake/faults.ts';
import { type Pages, startPages } from '../pages/start-pages.ts';
import { openSandbox, type Sandbox } from '../start.ts';
import { CUSTOMER_FLAGS, checkElsewhere, customerOf } from './customer-flags.ts';

export const command = defineCommand({
  flags: [
    flag('--port <n>', 'port; 0 picks a free one', {
      initial: String(LOCAL.port),
      parse: countFrom(0, 65_535),
    }),
    flag('--host <address>', 'address to listen on; anyone who reaches it can post to it', {
      initial: '127.0.0.1',
    }),
    flag('--rate-limit <n>', 'requests per minute and IP address, or off', {
      initial: String(RATE_LIMITS.local),
      parse: (text, word) => (text === 'off' ? text : parseCount(text, word, 1)),
    }),
    flag('--data <dir>', 'keep everything in this folder for the next start'),
    flag('--seed <n>', 'repeats what is drawn by chance, and the identifiers of RMAs', {
      initial: '1',
      parse: countFrom(0, 2 ** 32 - 1),
    }),
    LEVEL_FLAG,
    flag('--faults <file>', 'JSON file of fault rules (samples/faults/flaky.json is one)'),
    ...CUSTOMER_FLAGS,
    flag('--listen', 'its messages come here: returns listen in the same terminal'),
    flag('--delivery <list>', 'what goes wrong with messages: duplicates=5%,reorder,delay=1s,timeout=10s', {
      parse: parseDeliveryOptions,
    }),
    flag('--clock <kind>', 'real, or manual: time stands still until `sandbox clock advance`', {
      oneOf: CLOCK_KINDS,
      initial: CLOCK_KINDS[0],
    }),
    flag('--pages-port <n>', 'port of the shopper and operator pages, on this machine only', {
      initial: '4501',
      parse: countFrom(0, 65_535),
    }),
    flag('--no-pages', 'no pages'),
  ],
  examples: [
    ['returns sandbox start', 'the service at http://127.0.0.1:4500, for --profile local'],
    ['returns sandbox start --listen', 'and see its messages in the same terminal'],
    ['returns sandbox start --customer-url http://localhost:3000', 'its messages go to your endpoints'],
    ['returns sandbox start --level order.field.missing:sku=note', 'a service that does not insist on a sku'],
    ['returns sandbox start --faults samples/faults/flaky.json --seed 7', 'a service that sometimes fails'],
    [
      'returns sandbox start --port 0 --rate-limit off --json',
      'for scripts: the first line says where it is',
    ],
  ],
  async run(context, _args, options, isGiven) {
    const { platform, folders, globals, show } = context;
    const { port, rateLimit, data, seed, listen } = options;
    if (listen && options.customerUrl !== undefined)
      throw usageFailure('usage.conflict', '--listen and --customer-url exclude each other', {
        hint: 'Leave one of them out; `returns listen --forward-to URL` passes messages on.',
      });
    const receiverPort = listen ? await freePort(platform, LOCAL.receiverPort) : 0;
    const customerUrl = listen ? `http://127.0.0.1:${receiverPort}` : options.customerUrl;
    const pagesPort = port === 0 && !isGiven('pagesPort') ? 0 : options.pagesPort;
    if (options.customerUrl !== undefined)
      checkElsewhere(options.customerUrl, options.host, port, options.pages ? pagesPort : undefined);
    const { faults: file } = options;
    const faults =
      file === undefined ? [] : parseFaults(textOfFile(platform, file, 'the file of --faults'), file);
    const levels = await levelsIn({ flags: options.level });
    const agreements = agreedIn(platform, folders, globals);
    const agreed = await agreedOptions(agreements, show.note);
    // Before the ready line: a script that reads the line may send a signal at once.
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const proof = platform.random.hex(16);
    let code: ExitCode = EXIT.done;
    const unsubscribe = platform.system.onSignal(() => end());
    try {
      const customer = customerOf(platform, { ...options, customerUrl });
      const sandbox = await openSandbox(
        platform,
        {
          ...{ port, rateLimit, faults },
          // Given or not makes a difference: without it the RMAs of every run have names of their own.
          ...(isGiven('seed') && { seed }),
          host: options.host,
          ...agreed,
          levels: [...(await enforced(options.level, '--level')), ...(agreed.levels ?? [])],
          proof,
          ...(data !== undefined && { data }),
          ...customer,
          ca: await additionalRoots(platform, folders, globals),
          ...(options.delivery && { delivery: options.delivery }),
          clock: options.clock,
          // Of a request, a delivery, something that was due, or a page.
          onDefect: (error) => show.warn(`the sandbox met an error: ${textOfError(error)}`),
        },
        { onNote: show.note },
      );
      const known = { url: sandbox.url, proof };
      const forget = recordRunning(platform, folders, 'sandboxes', known, ({ message }) =>
        show.warn(`the profile local will not find this sandbox: ${message}`),
      );
      let pages: Pages | undefined;
      try {
        const inside = sandbox.handle;
        if (options.pages)
          pages = await startPages(platform, { port: pagesPort, isFixed: isGiven('pagesPort'), inside });
        const changed = changedLevels(levels);
        const { customerPaths } = customer;
        await announce(context, sandbox, { ...options, customerUrl, customerPaths, pages, levels: changed });
        const { profile, answers } = agreements;
        if (answers.size > 0)
          show.note(
            `It plays ${plural(answers.size, 'agreement')} of profile ${profile}: returns agreements list`,
          );
        // Both end with the same signal; a receiver that cannot start ends both.
        if (listen) code = await context.also(['listen', '--port', String(receiverPort)]);
        else await ended;
      } finally {
        forget();
        await pages?.close();
        await sandbox.close();
      }
      await sayGoodbye(context, sandbox.stats());
      return code;
    } finally {
      unsubscribe();
    }
  },
});

/** The wanted port, or another one when that is taken. */
async function freePort({ net }: Platform, wanted: number): Promise<number> {
  const at = (port: number) =>
    net.serve({ host: '127.0.0.1', port, maxBody: 0 }, async () => ({ status: 404 }));
  const server = await at(wanted).catch(() => at(0));
  await server.close();
  return Number(new URL(server.url).port);
}

interface Announced {
  readonly rateLimit: number | 'off';
  readonly data: string | undefined;
  readonly customerUrl: string | undefined;
  readonly customerPaths: EndpointPaths;
  readonly clock: ClockKind;
  readonly pages: Pages | undefined;
  readonly levels: readonly LevelChange[];
}

async function announce(
  context: Context,
  sandbox: Sandbox,
  { rateLimit, data, customerUrl, customerPaths, clock, pages, levels }: Announced,
) {
  const { platform, folders, show, globals } = context;
  const { url, clientId, clientSecret } = sandbox;
  if (globals.json) {
    const ready = {
      schema: 'sandbox-ready/1',
      type: 'ready',
      url,
      auth_url: sandbox.authUrl,
      orders_url: sandbox.ordersUrl,
      base_url: sandbox.baseUrl,
      client_id: clientId,
      rate_limit: rateLimit,
      customer_url: customerUrl === undefined ? null : maskedAddress(customerUrl),
      clock,
      pages_url: pages?.url ?? null,
      portal_url: pages?.portalUrl ?? null,
      levels: Object.fromEntries(levels.map(({ key, level }) => [key, level])),
    };
    await show.raw(`${JSON.stringify(ready)}\n`);
    return;
  }
  const isLocal = findSandbox(platform, folders).url === url;
  const limit = rateLimit === 'off' ? 'no rate limit' : `${formatCount(rateLimit)} requests a minute`;
  show.note(`The sandbox is ready at ${url} (${limit}).`);
  show.note(
    data === undefined
      ? 'Ctrl-C ends it, and it forgets everything then; --data DIR keeps it.'
      : `Ctrl-C ends it. It keeps what it accepts in ${data}.`,
  );
  for (const change of levels) show.note(`Level ${changeText(change)}`);
  show.note(
    `Client id ${clientId}, client secret ${clientSecret}${isLocal ? '; the profile local has both' : ''}.`,
  );
  show.note(
    customerUrl === undefined
      ? 'Its messages wait: returns sandbox customer URL gives them an address.'
      : `Its messages go to ${clean(calledText(customerUrl, customerPaths))}.`,
  );
  if (clock === 'manual') show.note('Its clock stands still: returns sandbox clock advance 1h');
  // Each on a line of its own: a narrow terminal breaks it, and it can still be clicked.
  if (pages) show.note(`Operator:\n${pages.url}\nPortal:\n${pages.portalUrl}`);
  show.note('In another terminal:');
  show.note(
    isLocal
      ? '  returns orders upload FILE --profile local'
      : `  RETURNS_AUTH_URL=${url} RETURNS_ORDERS_URL=${url} RETURNS_BASE_URL=${url} RETURNS_CLIENT_ID=${clientId} RETURNS_CLIENT_SECRET=${clientSecret} returns orders upload FILE`,
  );
  const of = isLocal ? '' : ` --url ${url}`;
  show.note('Or with orders that the sandbox makes:');
  for (const act of ['seed', 'return ORDER', 'carrier last label', 'carrier last scan'])
    show.note(`  returns sandbox ${act}${of}`);
}

async function sayGoodbye({ show, globals }: Context, stats: SandboxStatus): Promise<void> {
  const { requests, orders, asns, uptime_ms } = stats;
  if (globals.json)
    await show.raw(
      `${JSON.stringify({ schema: 'sandbox-closed/1', type: 'closed', requests: requests.total, orders: orders.stored, snapshots: orders.snapshots, asns: asns.stored, uptime_ms })}\n`,
    );
  else
    show.note(
      `The sandbox ended after ${formatDuration(uptime_ms)}: ${plural(requests.total, 'request')}, ${plural(orders.stored, 'order')} from ${plural(orders.snapshots, 'snapshot')}, ${plural(asns.stored, 'ASN')}.`,
    );
}
