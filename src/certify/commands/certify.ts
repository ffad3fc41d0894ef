// `returns certify`: every check before go-live in one pass: connection, own orders and ASNs, own endpoint, what to agree upon.
import { knownTarget } from '../../account/known-target.ts';
import { LEVEL_FLAG } from '../../account/level-flags.ts';
import { resolveTarget } from '../../account/settings.ts';
import { ASN_READING_FLAGS, asnSource } from '../../asns/asn-flags.ts';
import type { AsnSource } from '../../asns/input/read.ts';
import type { ExitCode } from '../../basics/exit-codes.ts';
import { Failure, usageFailure } from '../../basics/failure.ts';
import { VERSION } from '../../basics/version.ts';
import {
  type Context,
  defineCommand,
  type Flag,
  flag,
  inGroup,
  type OptionsOf,
  optionsOf,
  rare,
  typedFlags,
  WAYS,
} from '../../cli/command.ts';
import { checkConnection } from '../../doctor/connection-checks.ts';
import { orderInput, READING_FLAGS } from '../../orders/order-flags.ts';
import { commandOf, interruption } from '../../runs/session.ts';
import { judgeFlags, judgeOf, withoutFlags, wordsIn } from '../../sandbox/commands/judge-flags.ts';
import type { ScenarioOptions } from '../../sandbox/judge.ts';
import { agreedIn } from '../../storage/agreements.ts';
import { type OutFile, openOutFile } from '../../storage/out-file.ts';
import {
  AREAS,
  type Area,
  type Certificate,
  type CertifyParts,
  type CertifyRequest,
  certify,
  certifyDocument,
  certifyExit,
  certifyJunit,
  ENDPOINT_AREAS,
  untriedAreas,
} from '../certify.ts';
import { writeCertifyPage } from '../report/page.ts';
import { certificateText } from '../text/certificate-text.ts';
import { makeCertifyView } from '../text/certify-view.ts';

/** How a file of orders is understood. Flags that choose a part of it or expect something of it are for a run that sends. */
const ORDER_WORDS =
  '--map --with --on --format --encoding --delimiter --timezone --decimal --date-format --currency --memory --skip-unshipped'.split(
    ' ',
  );
const ORDER_FLAGS = READING_FLAGS.filter(({ word }) => ORDER_WORDS.includes(word));
const JUDGE_FLAGS = judgeFlags();

export const CERTIFY_FLAGS = [
  ...inGroup('Your endpoints', ...JUDGE_FLAGS),
  ...inGroup(
    'Your files',
    flag('--orders <file>', 'your own orders, as orders check reads them', { repeat: true }),
    ...ORDER_FLAGS,
    flag('--asns <file>', 'your own ASNs, as asns check reads them'),
    flag('--asns-map <file>', 'what the columns of that file mean: a mapping file, or a name'),
    flag('--strict', 'warnings refuse an order or an ASN, too'),
    ...rare(LEVEL_FLAG),
  ),
  ...inGroup(
    'The result',
    flag('--area <list>', `only these: ${AREAS.join(', ')}`, {
      otherwise: 'all that something is given for',
      parse: (text, word): ReadonlySet<Area> => wordsIn(AREAS, text, word),
    }),
    flag('--report <file>', 'also write a page that can be sent to the service (HTML)'),
    flag('--agreements', 'also list what has to be agreed with the service, as the page does'),
    flag('--junit <file>', 'also write the result as JUnit XML, for a build server'),
  ),
];

type CertifyOptions = OptionsOf<typeof CERTIFY_FLAGS>;
type Name = (typeof CERTIFY_FLAGS)[number]['name'];

/** The flags that areas cannot do without, with their value, and those that say nothing without them. */
const SOURCES: readonly {
  readonly words: string;
  readonly source: Name;
  readonly areas: readonly Area[];
  readonly flags: readonly Flag[];
}[] = [
  { source: 'orders', words: '--orders FILE', areas: ['orders'], flags: ORDER_FLAGS },
  { source: 'asns', words: '--asns FILE', areas: ['asns'], flags: named('asnsMap') },
  { source: 'customerUrl', words: '--customer-url URL', areas: ENDPOINT_AREAS, flags: JUDGE_FLAGS },
];

function named(...names: readonly Name[]): Flag[] {
  return CERTIFY_FLAGS.filter(({ name }) => names.includes(name));
}

/**
 * The areas to try. A flag without its area, and an area without its flag, are mistakes of the command line: what was meant
 * would silently not be tried. @throws Failure exit 2
 */
function areasOf(options: CertifyOptions, isGiven: (name: Name) => boolean): ReadonlySet<Area> {
  const { area: asked } = options;
  const alone = (flags: readonly Flag[]) => flags.find(({ name }) => isGiven(name as Name))?.word;
  const need = (what: string, words: string) =>
    usageFailure('usage.flag.missing', `${what} needs ${words}`, {
      expected: words,
      hint: `Add ${words}, or omit ${what}.`,
    });
  for (const { source, words, areas, flags } of SOURCES) {
    const wanted = areas.find((area) => asked?.has(area));
    if (isGiven(source)) {
      if (!asked || wanted) continue;
      const word = words.split(' ')[0];
      throw usageFailure('usage.conflict', `${word} is for ${areas.join(', ')}, which --area leaves out`, {
        hint: `Add ${areas[0]} to --area, or omit ${word}.`,
      });
    }
    if (wanted) throw need(`--area ${wanted}`, words);
    const word = alone(flags.filter(({ name }) => name !== source));
    if (word !== undefined) throw need(word, words);
  }
  const rule = alone(named('strict', 'level'));
  if (rule !== undefined && !isGiven('orders') && !isGiven('asns'))
    throw need(rule, '--orders FILE or --asns FILE');
  return asked ?? new Set(AREAS);
}

/** @throws Failure exit 2 */
function asnsIn(context: Context, options: CertifyOptions): AsnSource | undefined {
  const { asns, asnsMap, strict, level } = options;
  if (asns === undefined) return undefined;
  if (asns === '-' && options.orders.includes('-'))
    throw usageFailure('usage.conflict', '--orders - and --asns - both want stdin', {
      hint: 'Give one of them a file.',
    });
  return asnSource(context, asns, optionsOf(ASN_READING_FLAGS, { map: asnsMap, strict, level }));
}

export const command = defineCommand({
  flags: CERTIFY_FLAGS,
  more: 'Only what is given is tried: --orders, --asns, --customer-url; the connection always, unless --area leaves it out. Your side has to know the orders of the scenarios first: returns sandbox scenario show all --orders. Exit code 3 when a check failed, 8 when your endpoint does not answer.',
  examples: [
    ['returns certify', 'the connection alone, and what else can be given'],
    ['returns certify --orders export.csv --map shop.json --asns asns.csv', 'your own data, too'],
    ['returns certify --customer-url https://oms.example --customer-auth basic:oms', 'your endpoint'],
    [
      'returns certify --customer-url https://oms.example --report certify.html',
      'a page for the service and for your files',
    ],
    ['returns certify --area refunds --customer-url http://localhost:3000', 'one area again'],
  ],
  async run(context, _args, options, isGiven): Promise<ExitCode> {
    const { platform, folders, show, globals, argv } = context;
    const areas = areasOf(options, isGiven);
    const request = await requestOf(context, options, areas);
    const view = await makeCertifyView(platform, show);
    type Write = (file: OutFile, certificate: Certificate) => void;
    const files: { readonly file: OutFile; readonly write: Write }[] = [];
    const { report, junit } = options;
    /** Before anything is tried: a wrong name is said at once. */
    const open = (name: string | undefined, flag: string, write: Write) => {
      if (name === undefined) return;
      files.push({ file: openOutFile(platform, name, { flag }), write });
    };
    const said = 'Stopping: what was not done is not tried ...';
    const stop = interruption(platform, () => void view.during(() => show.note(said)));
    const parts = partsOf(context, options, view.during, () => stop.interrupt('SIGINT'));
    try {
      open(report, '--report', (file, certificate) => writeCertifyPage(platform, file, certificate));
      open(junit, '--junit', (file, certificate) => file.write(certifyJunit(certificate)));
      const certificate = await certify(platform, folders, request, { ...parts, emit: view.emit, stop });
      view.stop();
      for (const { file, write } of files) {
        write(file, certificate);
        file.finish();
      }
      const columns = platform.terminal.columns();
      await show.result(certifyDocument(certificate), () =>
        certificateText(certificate, {
          paint: show.outPaint,
          columns,
          quiet: globals.quiet,
          agreements: options.agreements,
        }),
      );
      const isStopped = certificate.interrupted !== null;
      if (isStopped) show.warn('interrupted: what was not tried certifies nothing');
      const seed = seedAdvice(certificate, options);
      const isBad = certificate.checks.some(({ result }) => result === 'failed');
      if (seed !== undefined && (isStopped || isBad)) show.note(seed);
      show.next(isStopped ? commandOf(argv) : nextOf(certificate, argv, options));
      return certifyExit(certificate);
    } catch (error) {
      for (const { file } of files) file.abandon();
      throw error;
    } finally {
      view.stop();
      stop.release();
    }
  },
});

/** What a certification asks of other subjects. @throws Failure exit 2 */
function partsOf(
  context: Context,
  options: CertifyOptions,
  during: <T>(work: () => Promise<T>) => Promise<T>,
  interrupt: () => void,
): CertifyParts {
  const { platform, folders } = context;
  const { customerUrl } = options;
  const ask = customerUrl === undefined ? undefined : judgeOf(context, { ...options, customerUrl });
  return {
    connection: (target, signal) => checkConnection(platform, folders, target, signal),
    endpoint:
      ask &&
      ((emit, signal) => {
        const onEvent: ScenarioOptions['onEvent'] = (event) =>
          event.type === 'begin' && emit({ type: 'progress', text: `${event.name}: ${event.title}` });
        return ask('all', { signal, interrupt, during, onEvent, isPatient: true });
      }),
  };
}

/** @throws Failure exit 2 */
async function requestOf(
  context: Context,
  options: CertifyOptions,
  areas: ReadonlySet<Area>,
): Promise<CertifyRequest> {
  const { platform, folders, globals } = context;
  const { orders: files } = options;
  const orders =
    files.length === 0 ? undefined : orderInput(context, files, optionsOf(READING_FLAGS, options));
  const asns = asnsIn(context, options);
  const isAlone = !orders && !asns && options.customerUrl === undefined;
  const profileLevels = orders?.reading.levels?.profile ?? asns?.levels?.profile;
  const known = knownTarget(platform, folders, globals);
  const facts = {
    minorUnits: known?.minorUnits,
    levels: [...options.level, ...(profileLevels ? [profileLevels.text] : [])],
    answers: agreedIn(platform, folders, globals).answers,
  };
  const service = areas.has('connection') ? await serviceOf(context, isAlone) : { missing: '' };
  const { customerUrl = null } = options;
  return { version: VERSION, areas, service, orders, asns, facts, known, customerUrl };
}

const NOT_SIGNED_IN = 'usage.target.missing';

/**
 * Without a sign-in the other areas can still be tried; only the connection alone cannot.
 * @throws Failure exit 2
 */
async function serviceOf(
  { platform, folders, globals }: Context,
  isAlone: boolean,
): Promise<CertifyRequest['service']> {
  try {
    return { target: await resolveTarget(platform, folders, globals) };
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== NOT_SIGNED_IN) throw error;
    if (!isAlone)
      return {
        missing: 'Not signed in: --profile local is the sandbox on this machine, returns login any other',
      };
    throw usageFailure(error.code, `Nothing to certify: ${error.message}`, {
      hint: `${error.hint} Or give --orders FILE, --asns FILE or --customer-url URL.`,
    });
  }
}

// The commands that a certification tells to run next: made from the command line as it was typed, so that they can be run.

const RULES = ['strict', 'level'];

const typedIn = (argv: readonly string[], names: readonly string[]): string[] =>
  typedFlags(argv, CERTIFY_FLAGS, names);

/** The usual next step: what failed first, else what was not tried yet. @param argv of this certification */
export function nextOf(
  certificate: Pick<Certificate, 'checks'> & Partial<Pick<Certificate, 'lacks'>>,
  argv: readonly string[],
  { orders, asns = 'FILE', asnsMap, area }: CertifyOptions,
): string {
  const { checks, lacks = [] } = certificate;
  const failed = checks.find(({ result }) => result === 'failed')?.area;
  const own = typedIn(argv, [...RULES, ...WAYS]);
  if (failed === 'connection') return commandOf(['doctor', ...typedIn(argv, WAYS)]);
  if (failed === 'orders') {
    const reading = typedIn(
      argv,
      ORDER_FLAGS.map(({ name }) => name),
    );
    return commandOf(['orders', 'check', ...orders, ...reading, ...own, '--report', 'report.html']);
  }
  const map = asnsMap === undefined ? [] : ['--map', asnsMap];
  if (failed === 'asns') return commandOf(['asns', 'check', asns, ...map, ...own]);
  if (failed !== undefined) return commandOf(argv);
  if (AREAS.some((one) => area?.has(one) === false)) return commandOf(withoutFlags(argv, ['--area']));
  const untried = untriedAreas(certificate);
  const sources: { [A in Area]?: string } = {
    orders: '--orders FILE',
    asns: '--asns FILE',
    messages: '--customer-url URL',
  };
  const more = [...untried.flatMap((one) => sources[one] ?? []), ...lacks];
  if (more.length > 0) return [commandOf(withoutFlags(argv, more)), ...more].join(' ');
  return untried.length > 0 ? 'returns login' : 'returns status';
}

/** What a person does before another run, when scenarios were played: the side that was tried keeps what it refunded. */
export function seedAdvice(
  { endpointAnswered, interrupted }: Pick<Certificate, 'endpointAnswered' | 'interrupted'>,
  { seed, customerUrl, area }: CertifyOptions,
): string | undefined {
  const isPlayed = customerUrl !== undefined && ENDPOINT_AREAS.some((one) => area?.has(one) ?? true);
  // An interruption may have come before anything was known of what was sent.
  if (!isPlayed || !(endpointAnswered || interrupted !== null)) return undefined;
  return `Your side may have refunded orders of the scenarios. Before another run load them again; or add --seed ${seed + 1} and load the orders of: returns sandbox scenario show all --orders --seed ${seed + 1}`;
}
