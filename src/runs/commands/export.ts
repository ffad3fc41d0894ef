// `returns runs export`: a copy of the ledger, made while others use it.
import path from 'node:path';
import { EXIT } from '../../basics/exit-codes.ts';
import { stateFailure, usageFailure } from '../../basics/failure.ts';
import { quote } from '../../basics/text.ts';
import { formatBytes, plural } from '../../basics/units.ts';
import { defineCommand } from '../../cli/command.ts';
import { clean } from '../../cli/presenter.ts';
import { guardDisk } from '../../storage/folders.ts';
import { ledgerPath, openLedgerStore } from '../../storage/ledger.ts';

export const command = defineCommand({
  args: '<file>',
  examples: [
    ['returns runs export backup.db', 'a copy of what is known about orders, ASNs, refunds and runs'],
  ],
  more: 'The copy is whole at one moment, also while uploads run. As ledger.db in a state folder it is that ledger; returns runs merge puts it into another one.',
  async run({ platform, folders, show }, [name]) {
    const { files } = platform;
    const file = path.resolve(platform.cwd, name);
    if (files.stat(file))
      throw usageFailure('usage.out.taken', `${quote(name)} is there already`, {
        hint: 'Name a new file, or remove that one first.',
      });
    if (!files.stat(ledgerPath(folders)))
      throw stateFailure('runs.export.empty', 'There is no ledger yet: nothing was sent from here', {
        hint: 'Name the state folder with --state-dir DIR, or begin with returns orders upload.',
      });
    const store = openLedgerStore(platform, folders);
    const part = `${file}.${platform.random.hex(4)}.tmp`;
    try {
      guardDisk(file, () => platform.databases.copy(store.file, part));
      // Counted in the copy: meanwhile an upload may have written more.
      const copy = platform.databases.open(part, { durable: true });
      const count = (table: string) => Number(copy.get(`SELECT count(*) FROM ${table}`)![0]);
      const [orders, asns, runs] = ['orders', 'asns', 'runs'].map(count) as [number, number, number];
      copy.close();
      guardDisk(file, () => files.rename(part, file));
      const { size: bytes } = files.stat(file)!;
      await show.result({ schema: 'runs-export/1', file, bytes, orders, asns, runs }, () => {
        const what = [plural(orders, 'order'), plural(asns, 'ASN'), plural(runs, 'run')].join(', ');
        return `${clean(name)}: ${what}, ${formatBytes(bytes)}`;
      });
      return EXIT.done;
    } finally {
      for (const end of ['', '-wal', '-shm']) files.remove(`${part}${end}`);
      store.close();
    }
  },
});
