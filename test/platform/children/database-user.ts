// Child of the database test: adds to two rows in one transaction, N times, and checks that they are always equal.
import { realDatabases } from '../../../src/platform/database.ts';

const [file = '', times = '0'] = process.argv.slice(2);
const database = realDatabases.open(file, { durable: true });
for (let i = 0; i < Number(times); i++) {
  database.transaction(() => {
    database.run('UPDATE t SET n = n + 1 WHERE a = 1');
    database.run('UPDATE t SET n = n + 1 WHERE a = 2');
  });
  const [[one], [other]] = database.all('SELECT n FROM t ORDER BY a') as [[number], [number]];
  if (one !== other) throw new Error(`${one} is not ${other}`);
}
database.close();
