// Judges every run: what the service holds of each order is the truth of the shop, or the run names the order.
import { bind, type Difference, differences, type Held, renamed } from './compare.ts';
import type { Counts } from './counts.ts';
import { movedAt, wantedOf } from './formats.ts';
import type { Named } from './named.ts';
import { facts, isEdited, type Known, needsOf } from './needs.ts';
import {
  type Article,
  fold,
  type Order,
  type Refund,
  refundedUnits,
  statusOf,
  total,
  type Version,
  type Wanted,
} from './orders.ts';
import type { Shop } from './shop.ts';
import type { Output, Tool } from './tool.ts';

export interface Failure {
  readonly kind: string;
  readonly run: string;
  readonly number: string;
  readonly detail: string;
  readonly happened: readonly string[];
  /** Why the tool might refuse or name the order, as far as the shop knows. */
  readonly needs: readonly string[];
  readonly codes: readonly string[];
  readonly args: readonly string[];
  readonly stderr: string;
}

/** A return of units of one article, as the shopper meant it. */
export interface Rma {
  readonly id: string;
  readonly article: Article;
  /** The line that the service names in its message. */
  readonly line: string;
  readonly units: number;
  readonly amount: number;
  /** Refunds that were there before it. */
  readonly before: readonly string[];
}

export interface Run {
  readonly label: string;
  readonly args: readonly string[];
  readonly output: Output;
  readonly named: Named;
  /** What the files said, in their order. */
  readonly versions: readonly (Version & { readonly file: string })[];
}

interface Financials {
  readonly estimated_refund_amount_cents: number;
}

/** The tool did not do what it was asked to, and said why, though nothing stood against it. */
export const NEEDLESS = 'refused without need';

/** What was posted in place of what was asked for, where the tool says that earlier refunds leave less of the order. */
const postedOf = ({ stdout, stderr }: Output): { readonly amount?: number } =>
  stderr.includes('refund.capped') ? { amount: JSON.parse(stdout).refund.total_refund_amount_cents } : {};

export class Judge {
  readonly failures: Failure[] = [];
  /** After a run that ended in a way that nobody can go on from. */
  isOver = false;
  readonly #known = new Map<string, Known>();
  readonly #shop: Shop;
  readonly #tool: Tool;
  readonly #counts: Counts;

  constructor(shop: Shop, tool: Tool, counts: Counts) {
    this.#shop = shop;
    this.#tool = tool;
    this.#counts = counts;
  }

  #of(number: string): Known {
    let known = this.#known.get(number);
    if (known === undefined) {
      const empty = { truth: undefined, file: '', isUndated: false, state: 'even' } as const;
      known = { ...empty, own: [], rmas: [], keys: new Set(), given: [], bound: new Map() };
      this.#known.set(number, known);
    }
    return known;
  }

  truthOf = (order: Order): Version | undefined => this.#known.get(order.number)?.truth;
  fileOf = (order: Order): string | undefined => this.#known.get(order.number)?.file;

  /** The service holds what the newest export said, and nobody doubts it. */
  isSteady(order: Order): boolean {
    const known = this.#known.get(order.number);
    return known?.truth?.key === order.key && known.state === 'even' && known.keys.size === 1;
  }

  unbooked(order: Order): Refund[] {
    const booked = new Set(order.refunds.map(({ id }) => id));
    const own = this.#known.get(order.number)?.own ?? [];
    return this.truthOf(order)?.key === order.key
      ? own.filter(({ id, key }) => key === order.key && !booked.has(id))
      : [];
  }

  #wanted(known: Known): Wanted {
    const truth = known.truth!;
    const wanted = wantedOf(this.#shop, truth, statusOf(truth));
    const ids = new Set(wanted.refunds.map(({ id }) => id));
    return {
      ...wanted,
      refunds: [...wanted.refunds, ...known.own.filter(({ id, key }) => key === truth.key && !ids.has(id))],
    };
  }

  #fail(known: Known, failure: Omit<Failure, 'happened'>): void {
    known.state = 'failed';
    this.failures.push({ ...failure, happened: [...(known.truth?.happened ?? [])] });
  }

  run({ label, args, output, named, versions }: Run): void {
    const { code, stdout, stderr } = output;
    this.#counts.add(`exit code ${code}`);
    if (![0, 3, 5].includes(code)) {
      const text = { detail: stdout.slice(0, 600), needs: [], codes: [], args, stderr: stderr.slice(-600) };
      this.#fail(this.#of('-'), { kind: `exit ${code}`, run: label, number: '-', ...text });
      this.isOver = true;
      return;
    }
    const input = new Map<string, Run['versions'][number][]>();
    if (code !== 5)
      for (const version of versions)
        input.set(version.number, [...(input.get(version.number) ?? []), version]);
    this.#counts.orders += input.size;
    for (const [number, mine] of input) this.#take(this.#of(number), mine);
    const held = this.#tool.held();
    for (const [number, known] of this.#known) {
      if (known.truth === undefined || known.state === 'failed') continue;
      const mine = input.get(number);
      // What a run has named stays so until the newest version is given again.
      const isNewest = mine?.some(({ seenAt }) => seenAt === known.truth!.seenAt);
      const codes = [...(named.get(number) ?? [])];
      if (!isNewest && known.state === 'named') {
        // An older file that undid the lines, and was named: which of twins has which units, nobody can tell any more.
        if (codes.length > 0 && held.has(number)) bind(known.bound, held.get(number)!);
        continue;
      }
      const verdict = this.#verdict(known, held.get(number), mine ?? [], codes);
      if (verdict.text === undefined) continue;
      const { kind, text, needs } = verdict;
      const outcome = {
        kind,
        run: label,
        number,
        detail: text,
        needs,
        codes,
        args,
        stderr: stderr.slice(-600),
      };
      this.#fail(known, outcome);
      // Only the identifiers changed hands, and nobody has used them yet: what comes later is worth a look.
      if ('goesOn' in verdict && verdict.goesOn) known.state = 'even';
    }
  }

  #take(known: Known, mine: Run['versions']): void {
    const isRows = this.#shop.format === 'table' && !this.#shop.changeDates;
    known.isUndated = isRows && new Set(mine.map(facts)).size > 1;
    for (const version of mine) {
      known.keys.add(version.key);
      known.given.push({
        moved: movedAt(this.#shop, version),
        digest: facts(version),
        seenAt: version.seenAt,
      });
      if (known.truth !== undefined && version.seenAt < known.truth.seenAt) continue;
      known.truth = version;
      const own = known.own.at(-1);
      if (
        own &&
        version.refunds.some(({ id, createdAt }) => createdAt > own.createdAt && !id.startsWith('OWN'))
      )
        this.#counts.add('own refund, then one by the shop (exports)');
      known.file = version.file;
    }
  }

  #verdict(known: Known, held: Held | undefined, mine: readonly Version[], codes: readonly string[]) {
    const needs = needsOf(this.#shop, known, this.#wanted(known).refunds, held);
    const found: Difference[] = differences(this.#wanted(known), held, this.#shop.format !== 'amazon');
    const moved = held ? renamed(known.bound, held) : [];
    const isNamed = codes.length > 0;
    const result = (kind: string, text?: string) => ({ kind, text, needs });
    // In JSON the sequence of the lines is content, too: two versions that differ in it alone are told of rightly.
    const isMoved = this.#shop.format === 'ndjson' && this.#shop.rowsMove && mine.length > 1;
    const isNeedless = !isMoved && found.length === 0 && needs.length === 0 && !isEdited(known);
    for (const code of codes) this.#counts.name(code, 1, isNeedless ? 1 : 0);
    const rmas = this.#rmas(known);
    if (held !== undefined && found.length === 0) bind(known.bound, held);
    if (moved.length > 0 && !(isNamed && needs.length > 0))
      return {
        ...result('line identifier', moved.join('; ')),
        goesOn: found.length === 0 && known.rmas.length === 0,
      };
    if (rmas !== undefined) return result('rma', rmas);
    if (new Set(mine.map(({ key }) => key)).size > 1 && !isNamed)
      return result('number used again', 'two orders of one number in one run, and no word about it');
    if (found.length === 0) {
      known.state = 'even';
      return result('');
    }
    const text = found.map(({ kind, text: what }) => `${kind}: ${what}`).join(' | ');
    // Of two twins with one refund, no export says which was renamed: that was named once, in the run in which it happened.
    const isOfTwins =
      known.named === text &&
      found.every(({ kind }) => kind === 'refunds') &&
      known.truth!.happened.has('sku renamed truly');
    if (isOfTwins) return result('');
    if (!isNamed) return result(found.map(({ kind }) => kind).join('+'), text);
    if (needs.length === 0) {
      for (const one of codes) this.#counts.name(one, 0, 1);
      return result(NEEDLESS, `${codes.join(' ')} | ${text}`);
    }
    known.state = 'named';
    known.named = text;
    // What was named is known to whoever runs the tool: from here on the lines are those that the service has now.
    if (held) bind(known.bound, held);
    return result('');
  }

  /** What is wrong about the returns of an order. */
  #rmas(known: Known): string | undefined {
    if (known.keys.size > 1) return undefined;
    const { refunds } = this.#wanted(known);
    for (const { id, article, before } of known.rmas) {
      const { status } = this.#tool.sandbox.rma(id);
      const named = refunds.some(({ rma }) => rma === id);
      const isMeant = (refund: Refund) =>
        refund.rma === null &&
        !before.includes(refund.id) &&
        refund.lines.some(({ uid }) => uid === article.uid);
      if (status === 'REFUNDED' && !named && !refunds.some(isMeant))
        return `${id} of ${article.sku} was closed without a refund of it`;
      if (status !== 'REFUNDED' && named && known.state === 'even')
        return `${id} of ${article.sku} stays ${status}`;
    }
    return undefined;
  }

  /** Returns of an order whose units nobody has refunded yet. */
  waiting(order: Order): Rma[] {
    const known = this.#of(order.number);
    const { refunds } = this.#wanted(known);
    return known.rmas.filter(({ id, article: { uid }, units }) => {
      const shipped = known.truth!.articles.find((article) => article.uid === uid)?.shipped ?? 0;
      return (
        this.#tool.sandbox.rma(id).status === 'CREATED' && shipped - refundedUnits(refunds, uid) >= units
      );
    });
  }

  /** The article itself, or its twin, with units that have shipped and that nobody has refunded. */
  ofTwins(order: Order, article: Article): Article {
    const known = this.#of(order.number);
    const { refunds } = this.#wanted(known);
    const kindOfArticle = ({ sku, price, tax, discount }: Article) =>
      JSON.stringify([fold(sku), price, tax, discount]);
    const hasUnits = ({ uid, shipped }: Article) => shipped > refundedUnits(refunds, uid);
    const twins = known.truth!.articles.filter((one) => kindOfArticle(one) === kindOfArticle(article));
    return [article, ...twins].find(hasUnits) ?? article;
  }

  /** A return that the service has taken, with its items: of that article, at what was paid for it. */
  returned(
    order: Order,
    wish: Omit<Rma, 'before'>,
    items: readonly Readonly<Record<string, unknown>>[],
  ): void {
    const known = this.#of(order.number);
    const { id, article, units, amount } = wish;
    known.rmas.push({ ...wish, before: this.#wanted(known).refunds.map((refund) => refund.id) });
    const sum = total(
      items,
      (item) => (item['refund_financials'] as Financials).estimated_refund_amount_cents,
    );
    if (items.some((item) => fold(String(item['sku'])) !== fold(article.sku)) || sum !== amount)
      this.#after(known, id, 'rma', `${sum} estimated for ${units} of ${article.sku}, not ${amount}`);
  }

  /** A refund that the tool was told to post, from an old file perhaps. */
  refunded(order: Order, refund: Refund, args: readonly string[], output: Output, isOld: boolean): void {
    const known = this.#of(order.number);
    this.#counts.add(`own refund${isOld ? ' from an old file' : ''}: exit code ${output.code}`);
    if (output.code === 0) known.own = [...known.own, { ...refund, ...postedOf(output), key: order.key }];
    const held = this.#tool.held().get(order.number);
    const needs = needsOf(this.#shop, known, this.#wanted(known).refunds, held).filter(
      (need) => need !== 'refund not booked yet',
    );
    const found = differences(this.#wanted(known), held, this.#shop.format !== 'amazon');
    const moved = held ? renamed(known.bound, held) : [];
    const rmas = found.length > 0 ? undefined : this.#rmas(known);
    const text = [
      ...found.map(({ text: what }) => what),
      ...moved,
      ...(rmas === undefined ? [] : [rmas]),
    ].join('; ');
    if (text !== '') this.#after(known, refund.id, 'own refund', text, output, args);
    else if (output.code !== 0 && needs.length === 0 && !isOld)
      this.#after(known, refund.id, NEEDLESS, '', output, args);
    else if (held) bind(known.bound, held);
  }

  #after(
    known: Known,
    run: string,
    kind: string,
    text: string,
    output?: Output,
    args: readonly string[] = [],
  ): void {
    const detail = `${text} ${output?.stdout.slice(0, 700) ?? ''}`;
    const stderr = output?.stderr.slice(-600) ?? '';
    const needs = needsOf(this.#shop, known, this.#wanted(known).refunds);
    const number = known.truth!.number;
    this.#fail(known, { kind, run, number, detail, needs, codes: [], args, stderr });
  }
}
