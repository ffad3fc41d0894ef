// Ways to be right: no judge may call any of these wrong, with the --wait that is given.
import { type Group, type Plan, worthOfLine } from './planted-plan.ts';

export interface RightServer {
  readonly id: string;
  readonly how: string;
  readonly plan: () => Partial<Plan>;
  /** Flags of both judges, beside the usual ones. */
  readonly flags?: readonly string[];
  /** What stands in front of the server. */
  readonly front?: 'nginx';
  /** A header that the server insists on, `Name: value`. */
  readonly header?: string;
  /** Keeps its state in a file, and a judge restarts it. */
  readonly restarts?: true;
  /** An agreement and its value, written down before a judge is asked. */
  readonly agreed?: readonly [name: string, value: string];
}

const perUnit = (groups: readonly Group[]): Group[][] =>
  groups.flatMap(({ line, units }) => Array.from({ length: units }, () => [{ line, units: 1 }]));

const [NAME, VALUE] = ['X-Retailer-Key', 'k-7f3a'];

export const RIGHT_SERVERS: readonly RightServer[] = [
  { id: 'plain', how: 'as the page says: one refund for each RMA and order', plan: () => ({}) },
  { id: 'slow', how: 'every answer takes 500 ms', plan: () => ({ answerAfter: () => 500 }) },
  {
    id: 'batched',
    how: 'snapshots are posted every 4 s',
    plan: () => ({ postAfter: () => 4000 - (Date.now() % 4000) }),
  },
  {
    id: 'batched-30',
    how: 'snapshots are posted every 30 s, with --wait 45s',
    plan: () => ({ postAfter: () => 30_000 - (Date.now() % 30_000) }),
    flags: ['--wait', '45s'],
  },
  {
    id: 'per-line',
    how: 'one refund for each line',
    plan: () => ({ split: (groups) => groups.map((group) => [group]) }),
  },
  { id: 'per-unit', how: 'one refund for each unit', plan: () => ({ split: perUnit }) },
  { id: 'prefix', how: 'behind a path prefix', plan: () => ({ prefix: '/api/v1/returns' }) },
  {
    id: 'nginx',
    how: 'behind nginx and a path prefix',
    plan: () => ({ prefix: '/hooks' }),
    front: 'nginx',
  },
  {
    id: 'created',
    how: 'RMA messages are answered 204 without a body, exchange orders 201',
    plan: () => ({ rmaStatus: 204, exchangeStatus: 201 }),
  },
  {
    id: 'accepted',
    how: 'RMA messages are answered 202, exchange orders 202',
    plan: () => ({ rmaStatus: 202, exchangeStatus: 202 }),
  },
  {
    id: 'header',
    how: 'answers 401 without the header that was agreed on',
    plan: () => ({ isAllowed: (request) => request.headers[NAME.toLowerCase()] === VALUE }),
    header: `${NAME}: ${VALUE}`,
  },
  {
    id: 'restarts',
    how: 'is restarted in the middle, with its state in a file',
    plan: () => ({}),
    restarts: true,
  },
  {
    id: 'rest-first',
    how: 'the first units of a line take the rest, a cent each',
    plan: () => ({
      worth({ line, from, units }) {
        const whole = worthOfLine(line);
        const each = Math.floor(whole / line.quantity_shipped);
        const rest = whole - each * line.quantity_shipped;
        return each * units + Math.max(0, Math.min(from + units, rest) - from);
      },
    }),
  },
  {
    id: 'closes',
    how: 'every answer has Connection: close',
    plan: () => ({
      front: (_request, response) => {
        response.setHeader('connection', 'close');
        return false;
      },
    }),
  },
  {
    id: 'offsets',
    how: 'times have an offset of two hours instead of Z',
    plan: () => ({
      createdAt: (_order, soon) => withOffset(soon),
      updatedAt: (_order, now) => withOffset(now),
    }),
  },
];

const withOffset = (time: Date): string =>
  new Date(time.getTime() + 2 * 3_600_000).toISOString().replace('Z', '+02:00');
