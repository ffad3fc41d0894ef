// Command lines of `orders check`, `upload` and `refund` that are wrong: refused before anything is read or asked.
import { expect, it } from 'vitest';
import { sandboxEnvironment } from '../helpers/cli.ts';
import { returns } from '../helpers/returns.ts';

it.each([
  ['upload a.csv --batch-size 0', 'usage.value', '--batch-size'],
  ['upload a.csv --max-outage soon', 'usage.value', '--max-outage'],
  ['upload a.csv --max-rejects 200%', 'usage.value', '--max-rejects'],
  ['upload a.csv --fail-on some', 'usage.value', 'one of any, new, none'],
  ['upload a.csv --decimal ;', 'usage.value', 'one of ., ,'],
  ['upload a.csv --shard auto/8', 'usage.missing', 'JOB_COMPLETION_INDEX'],
  ['upload a.csv --date-format D/M/YYYY', 'usage.map', '--date-format'],
  ['upload a.csv --with oms=dump.csv', 'usage.map', '--with'],
  ['check a.csv --out -', 'usage.conflict', 'stdout'],
  ['check a.csv --limit -1', 'usage.value', '--limit'],
  ['refund SO-1 --dry-run', 'usage.missing', '--from'],
  ['refund SO-1 --from a.csv', 'usage.question', '--yes'],
  ['refund SO-1 --from a.csv --yes --amount-cents 2.50', 'usage.value', '--amount-cents'],
])('orders %s is refused', async (line, code, said) => {
  const env = sandboxEnvironment('http://127.0.0.1:9');
  const refused = await returns(['orders', ...line.split(' '), '--json'], { env });
  const document = refused.document();
  expect(document).toMatchObject({ code, exit_code: 2 });
  expect([document['message'], document['expected'], document['hint']].join('\n')).toContain(said);
});
