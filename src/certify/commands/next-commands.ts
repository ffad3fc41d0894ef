// The commands that a certification tells to run next: made from the command line as it was typed, so that they can be run.
import { typedFlags, WAYS } from '../../cli/flags.ts';
import { commandOf } from '../../runs/session.ts';
import { withoutFlags } from '../../sandbox/commands/judge-flags.ts';
import { AREAS, type Area, type Certificate, ENDPOINT_AREAS, untriedAreas } from '../certify.ts';
import { CERTIFY_FLAGS, type CertifyOptions, ORDER_FLAGS } from './certify-flags.ts';

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
