// `returns sandbox start`: the service on this machine until Ctrl-C.
import path from 'node:path';
import { changeText, LEVEL_FLAG } from '../../account/level-flags.ts';
import { SPELLINGS } from '../../account/values.ts';
import { EXIT } from '../../basics/exit.ts';
import { Failure, inputFailure } from '../../basics/failure.ts';
import { formatCount, formatDuration, parseCount, plural } from '../../basics/units.ts';
import { type Context, defineCommand } from '../../cli/command.ts';
import { countFrom, flag } from '../../cli/flags.ts';
import { ALL_RULES } from '../../contract/all-rules.ts';
import { RULES } from '../../contract/contract-rules.ts';
import { LOCAL, RATE_LIMITS } from '../../contract/endpoints.ts';
import { changedLevels, type LevelChange, mergeLevels, parseLevels } from '../../contract/levels.ts';
import type { Platform } from '../../platform/platform.ts';
import { findSandbox, recordSandbox } from '../../storage/sandboxes.ts';
import type { SandboxStatus } from '../documents.ts';
import { type FaultRule, parseFaults } from '../fault-rules.ts';
import { LIMITERS } from '../limiter.ts';
import { openSandbox, type Sandbox } from '../start.ts';

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
    flag('--limiter <kind>', `how the limit counts: ${LIMITERS.join(', ')}`, {
      oneOf: LIMITERS,
      initial: LIMITERS[0],
    }),
    flag('--data <dir>', 'keep orders and ASNs in this folder for the next start'),
    flag('--seed <n>', 'repeats the faults drawn by chance', {
      initial: '1',
      parse: countFrom(0, 2 ** 32 - 1),
    }),
    flag(
      '--order-status-spelling <word>',
      `how the third order status is spelled: ${SPELLINGS.join(' or ')}`,
      { oneOf: SPELLINGS, initial: SPELLINGS[0] },
    ),
    LEVEL_FLAG,
    flag('--faults <file>', 'JSON file of fault rules (samples/faults/flaky.json is one)'),
  ],
  examples: [
    ['returns sandbox start', 'the service at http://127.0.0.1:4500, for --profile local'],
    ['returns sandbox start --level order.field.missing:sku=note', 'a service that does not insist on a sku'],
    ['returns sandbox start --faults samples/faults/flaky.json --seed 7', 'a service that sometimes fails'],
    [
      'returns sandbox start --port 0 --rate-limit off --json',
      'for scripts: the first line says where it is',
    ],
  ],
  async run(context, _args, options) {
    const { platform, show } = context;
    const { port, rateLimit, limiter, data, seed } = options;
    const faults = readFaults(platform, options.faults);
    const levels = parseLevels(options.level, ALL_RULES, '--level');
    // Before the ready line: a script that reads the line may send a signal at once.
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const proof = platform.random.hex(16);
    const unsubscribe = platform.system.onSignal(() => end());
    try {
      const sandbox = await openSandbox(platform, {
        ...{ port, rateLimit, limiter, seed, faults },
        host: options.host,
        statusSpelling: options.orderStatusSpelling,
        // Findings about rules that only the client checks do not matter to the sandbox.
        levels: levels.flatMap(({ code, key, level }) => (RULES.has(code) ? [`${key}=${level}`] : [])),
        proof,
        ...(data !== undefined && { data }),
        onDefect: (error) =>
          show.warn(`a request was answered 500: ${error instanceof Error ? error.message : ''}`),
      });
      const forget = makeKnown(context, sandbox.url, proof);
      try {
        await announce(context, sandbox, rateLimit, data, changedLevels(mergeLevels(ALL_RULES, levels)));
        await ended;
      } finally {
        forget();
        await sandbox.close();
      }
      await sayGoodbye(context, sandbox.stats());
      return EXIT.done;
    } finally {
      unsubscribe();
    }
  },
});

/** Records the address for the profile `local`. If that fails, the sandbox starts anyway, with a warning. */
function makeKnown({ platform, folders, show }: Context, url: string, proof: string): () => void {
  try {
    return recordSandbox(platform, folders, { url, proof });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    show.warn(`the profile local will not find this sandbox: ${error.message}`);
    return () => {};
  }
}

function readFaults(platform: Platform, file: string | undefined): readonly FaultRule[] {
  if (file === undefined) return [];
  const full = path.resolve(platform.cwd, file);
  let text: string;
  try {
    text = platform.files.readText(full);
  } catch (error) {
    throw inputFailure(
      'input.file',
      `Cannot read the fault rules (${(error as NodeJS.ErrnoException).code ?? 'unreadable'})`,
      {
        place: { file },
        hint: 'Give --faults the path of a readable JSON file, for example samples/faults/flaky.json.',
        cause: error,
      },
    );
  }
  return parseFaults(text, file);
}

async function announce(
  context: Context,
  sandbox: Sandbox,
  rateLimit: number | 'off',
  data: string | undefined,
  levels: readonly LevelChange[],
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
  show.note('In another terminal:');
  show.note(
    isLocal
      ? '  returns orders upload FILE --profile local'
      : `  RETURNS_AUTH_URL=${url} RETURNS_ORDERS_URL=${url} RETURNS_BASE_URL=${url} RETURNS_CLIENT_ID=${clientId} RETURNS_CLIENT_SECRET=${clientSecret} returns orders upload FILE`,
  );
  show.note(`  returns sandbox status${isLocal ? '' : ` --url ${url}`}`);
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
