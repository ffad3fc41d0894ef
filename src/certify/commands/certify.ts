// `returns certify`: every check before go-live in one pass: connection, own orders and ASNs, own endpoint, what to agree upon.
import { knownTarget } from '../../account/known-target.ts';
import { resolveTarget } from '../../account/settings.ts';
import type { ExitCode } from '../../basics/exit.ts';
import { Failure, usageFailure } from '../../basics/failure.ts';
import { VERSION } from '../../basics/version.ts';
import { type Context, defineCommand } from '../../cli/command.ts';
import { typedFlags, WAYS } from '../../cli/flags.ts';
import { checkConnection } from '../../doctor/connection-checks.ts';
import { commandOf, interruption } from '../../runs/session.ts';
import { judgeOf, withoutFlags } from '../../sandbox/commands/judge-flags.ts';
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
import {
  areasOf,
  asnsIn,
  CERTIFY_FLAGS,
  type CertifyOptions,
  ORDER_FLAGS,
  ordersIn,
} from './certify-flags.ts';

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
    const { report, junit, orders, asns } = options;
    const read = [...orders, ...(asns === undefined ? [] : [asns])];
    /** Before anything is tried: a wrong name is said at once. */
    const open = (name: string | undefined, flag: string, write: Write) => {
      if (name === undefined) return;
      files.push({ file: openOutFile(platform, name, { others: read, flag }), write });
      read.push(name);
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
  const orders = ordersIn(context, options);
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
