// `returns sandbox scenario`: the scenarios; what one of them gives and expects; and a run against a retailer's endpoints.
import { EXIT, type ExitCode, usageFailure } from '../../basics/failure.ts';
import { shellWord } from '../../basics/text.ts';
import { type Context, defineCommand, flag, type OptionsOf } from '../../cli/command.ts';
import { openOutFile } from '../../storage/out-file.ts';
import { resultOf } from '../judge.ts';
import { ordersOfRetailer, variantsOfRetailer } from '../scenarios/given-orders.ts';
import { findScenarios, loadScenario, SCENARIO_NAMES } from '../scenarios/load-scenarios.ts';
import { junitOf } from '../scenarios/result.ts';
import { progressLine, resultText, scenarioListText, scenarioText } from '../text/scenario-text.ts';
import { judgeFlags, judgeOf, withoutFlags } from './judge-flags.ts';
import { checkAct, wrongAct } from './running-sandbox.ts';

const NAME = 'a NAME, a FILE or all';
const ACTS = { list: '', show: NAME, run: NAME };
export const SCENARIO_ACTS = Object.keys(ACTS);
/** The others are of run; `--seed` is of both. */
const OF_SHOW: readonly string[] = ['orders', 'variants'];

const RUN_FLAGS = [...judgeFlags('run: '), flag('--junit <file>', 'run: write the result as JUnit XML, too')];

const FLAGS = [
  flag('--orders', 'show: only the given orders, one a line, to load them into your system'),
  flag('--variants', 'show: only the given variants, for returns listen --variants'),
  ...RUN_FLAGS,
];

export const command = defineCommand({
  args: '[act] [name]',
  flags: FLAGS,
  more: 'Acts: list, show NAME|FILE|all, run NAME|FILE|all. A run ends with 8 when your side did not do what was expected.',
  examples: [
    ['returns sandbox scenario list', 'every family of returns, then the failures'],
    ['returns sandbox scenario show all --orders > orders.ndjson', 'the orders that your side has to know'],
    [
      'returns sandbox scenario run mail-back-single --customer-url localhost:3000',
      'one return, against your own endpoints',
    ],
    [
      'returns sandbox scenario run all --customer-url localhost:3000 --junit r.xml',
      'all of them, for a build server',
    ],
  ],
  async run(context, [act = 'list', name], options, isGiven): Promise<ExitCode> {
    checkAct('sandbox scenario', ACTS, act, name);
    for (const { name: flagName, word } of FLAGS)
      if (isGiven(flagName) && flagName !== 'seed' && act !== (OF_SHOW.includes(flagName) ? 'show' : 'run'))
        throw wrongAct('sandbox scenario', `${act} does not use ${word}`, 'flags of this act', flagName);
    if (name === undefined) return list(context);
    if (act === 'show') return show(context, name, options);
    if (options.customerUrl === undefined)
      throw usageFailure('usage.flag.missing', 'run needs the address of your endpoints', {
        expected: '--customer-url URL',
        hint: 'Give --customer-url, for example http://127.0.0.1:4400 of a `returns listen` that runs.',
      });
    return runAgainst(context, name, options.customerUrl, options);
  },
});

async function list({ platform, show }: Context): Promise<ExitCode> {
  const scenarios = SCENARIO_NAMES.map((name) => {
    const { family, title, needs = [], interface: heading } = loadScenario(platform, name);
    return { name, family, title, needs, interface: heading };
  });
  await show.result({ schema: 'scenario-list/1', scenarios }, () => scenarioListText(scenarios));
  show.next('returns sandbox scenario show mail-back-single');
  return EXIT.done;
}

async function show(
  { platform, globals, show: out }: Context,
  name: string,
  { orders, variants, seed }: { readonly orders: boolean; readonly variants: boolean; readonly seed: number },
): Promise<ExitCode> {
  const scenarios = findScenarios(platform, name);
  if (orders && variants)
    throw usageFailure('usage.conflict', '--orders and --variants exclude each other', {
      hint: 'Write each into a file of its own.',
    });
  const circumstances = { seed, now: platform.clock.now() };
  const given = scenarios.flatMap((scenario) => ordersOfRetailer(scenario, circumstances));
  if (orders || variants) {
    const offered = variantsOfRetailer(scenarios);
    if (globals.json)
      await out.result({ schema: 'scenario-given/1', orders: given, variants: offered }, () => '');
    else if (orders) await out.raw(given.map((order) => `${JSON.stringify(order)}\n`).join(''));
    else await out.raw(`${JSON.stringify(offered, null, 2)}\n`);
    return EXIT.done;
  }
  await out.result({ schema: 'scenario/1', scenarios, orders: given }, () =>
    scenarios.map((scenario) => scenarioText(scenario, given, out.outPaint)).join('\n\n'),
  );
  out.next(`returns sandbox scenario show ${name} --orders > orders.ndjson`);
  return EXIT.done;
}

/** Plays scenarios, draws how it goes, tells the result. */
async function runAgainst(
  context: Context,
  asked: string,
  customerUrl: string,
  flags: OptionsOf<typeof RUN_FLAGS>,
): Promise<ExitCode> {
  const { platform, show, argv } = context;
  const ask = judgeOf(context, { ...flags, customerUrl });
  // Before anything is played: a run of minutes must not end with a file that cannot be written.
  const junit =
    flags.junit === undefined ? undefined : openOutFile(platform, flags.junit, { flag: '--junit' });
  const stopping = new AbortController();
  const interrupt = () => stopping.abort();
  const unsubscribe = platform.system.onSignal(interrupt);
  let isWritten = false;
  try {
    const verdict = await ask(asked, {
      ...{ signal: stopping.signal, interrupt },
      onEvent(event) {
        const line = progressLine(event, show.errPaint);
        if (event.type === 'end') show.note(line);
        else show.detail(line);
      },
    });
    const result = resultOf(verdict);
    junit?.write(junitOf(result));
    junit?.finish();
    isWritten = true;
    const { lacks } = verdict;
    const words = ['returns', ...withoutFlags(argv, lacks).map(shellWord), ...lacks];
    const again = lacks.length === 0 ? undefined : words.join(' ');
    await show.result(result, () => resultText(result, show.outPaint, again));
    if (stopping.signal.aborted) {
      show.warn('interrupted: the other scenarios were not played');
      return EXIT.interrupted;
    }
    const first = result.causes.find(({ scenario }) => scenario !== null)?.scenario;
    if (first) show.next(`returns sandbox scenario show ${first}`);
    return result.causes.length > 0 ? EXIT.unmet : EXIT.done;
  } finally {
    unsubscribe();
    if (!isWritten) junit?.abandon();
  }
}
