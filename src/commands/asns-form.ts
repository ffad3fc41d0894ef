// The guided form of `asns create`: asks for an ASN on a terminal, shows it, and saves it where that is wanted.
import path from 'node:path';
import { asnForm, type Draft, type Known } from '../asns/form.ts';
import { usageFailure } from '../base/failure.ts';
import { isObject } from '../base/json.ts';
import { quote, shellWord } from '../base/text.ts';
import { describeFinding } from '../contract/catalog.ts';
import { judgeAsn } from '../contract/judge-asn.ts';
import { type AsnRecords, asnRecordsOf } from '../store/asn-records.ts';
import { ledgerPath, openLedgerStore } from '../store/ledger.ts';
import { askForm } from '../terminal/ask-form.ts';
import { asnOutline } from '../terminal/asn-show-text.ts';
import { howText } from '../terminal/asn-words.ts';
import { makeAsk } from '../terminal/prompts.ts';
import type { Context } from './command.ts';

export interface AskedAsn {
  readonly asn: Draft;
  /** False: it was saved, or nothing is wanted of it. */
  readonly send: boolean;
  /** Where it was saved, as given. */
  readonly saved: string | undefined;
}

/** @throws Failure exit 2 where nobody can be asked, exit 130 on Ctrl-C */
export async function askForAsn(context: Context, targetKey: string): Promise<AskedAsn> {
  const { host, show, globals } = context;
  if (!globals.input)
    throw usageFailure('usage.missing', 'Which ASNs are to be created? There is no terminal to ask on', {
      expected: 'FILE, or - for stdin',
      hint: 'Name a file with one or many ASNs (returns asns template shows one), or run the command on a terminal to be asked.',
    });
  const ask = makeAsk(host);
  show.note(show.errPaint.dim('One ASN, question by question. Ctrl-C leaves without sending anything.'));
  const asn = await askForm(asnForm(knownFrom(context, targetKey)), ask);
  const style = { paint: show.errPaint, columns: host.terminal.columns(), now: host.clock.now() };
  show.note(asnOutline(asn, style));
  const what = await ask.choose('What now?', [
    { value: 'send', text: 'send it' },
    { value: 'both', text: 'save it as JSON and send it' },
    { value: 'save', text: 'save it as JSON, send nothing' },
    { value: 'leave', text: 'forget it' },
  ]);
  if (what === 'leave' || what === 'send') return { asn, send: what === 'send', saved: undefined };
  const saved = await ask.text('File', {
    initial: `${String(asn['asn_number']).replace(/[^\w.-]+/g, '-')}.json`,
    check: (name) =>
      name === ''
        ? 'Name a file.'
        : host.files.stat(path.resolve(host.cwd, name))
          ? `${name} is there already; choose another name.`
          : undefined,
  });
  host.files.replace(path.resolve(host.cwd, saved), `${JSON.stringify(asn, null, 2)}\n`, 0o644);
  show.note(`Saved as ${quote(saved)}.`);
  if (what === 'save') show.next(`returns asns create ${shellWord(saved)}`);
  return { asn, send: what === 'both', saved };
}

/** Everything is read once, so that no lock is held and no store open while a person thinks. */
function knownFrom({ host, folders }: Context, targetKey: string): Known {
  const read = <T>(work: (records: AsnRecords) => T): T | undefined => {
    if (!host.files.stat(ledgerPath(folders))) return undefined;
    const store = openLedgerStore(host, folders);
    try {
      return work(asnRecordsOf(host, store, targetKey));
    } finally {
      store.close();
    }
  };
  const all = read((records) => [...records.list()].sort((a, b) => b.last.at - a.last.at)) ?? [];
  const latest = all[0] && (JSON.parse(all[0].last.body) as unknown);
  const now = host.clock.now();
  return {
    programs: [...new Set(all.map(({ program }) => program))].slice(0, 20),
    from: isObject(latest) ? latest['from'] : undefined,
    to: isObject(latest) ? latest['to'] : undefined,
    recorded(program, number) {
      const found = all.find((record) => record.program === program && record.number === number);
      return (
        found &&
        `${number} is recorded already: ${found.last.status}, ${howText(found.last, now)}. To change it: returns asns update ${number}`
      );
    },
    judge: (asn) => judgeAsn(asn, 2),
    sentence: describeFinding,
  };
}
