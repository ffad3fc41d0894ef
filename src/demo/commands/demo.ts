// `returns demo`: the main steps against the sandbox, in a temporary folder that is removed at the end. Needs no account
// and no network.
import path from 'node:path';
import { command as login } from '../../account/commands/login.ts';
import { EXIT, type ExitCode } from '../../basics/exit-codes.ts';
import { defectFailure } from '../../basics/failure.ts';
import { plural } from '../../basics/units.ts';
import { command as listen } from '../../calls/commands/listen.ts';
import { type Context, defineCommand, flag, globalsOf } from '../../cli/command.ts';
import { clean, makePresenter, type Paint, type Presenter, table, wrap } from '../../cli/presenter.ts';
import { command as upload } from '../../orders/commands/upload.ts';
import type { Platform } from '../../platform/platform.ts';
import { startPages } from '../../sandbox/pages/start-pages.ts';
import { openSandbox, type Sandbox } from '../../sandbox/start.ts';
import { rmaText } from '../../sandbox/text/delivery-text.ts';
import { foldersOf } from '../../storage/folders.ts';
import { type CellChange, type Correction, heardOn, readCorrections } from '../parts.ts';

const SAMPLE = 'samples/orders.csv';
const CORRECTED = 'samples/orders-corrected.csv';
const REJECTS = 'refused.csv';

/** A small shipped order of the sample that nobody has refunded or corrected: its refund is easy to follow. */
const RETURNED = 'SO-104510';

const RETURN_STORY =
  'A receiver on this machine plays your side: it takes the messages of the service, and refunds when the carrier scans the parcel. Shopper, carrier and service are played by the sandbox.';

/** ms */
const GATHER_MS = 20;

/** Everything happens in this process, so this is a long time, ms. */
const LONGEST_MS = 60_000;

/** Messages of the return: created, label, scan, refunded. */
const MESSAGES = 4;

/** Simulates a remote service: every answer is delayed, and one answer is an error. */
const SERVICE_LIKE = [
  { on: 'orders', do: { delay: 120 } },
  { on: 'orders', do: { status: 503 }, after: 7, first: 1 },
] as const;

/** The sample orders do not get younger, and nobody wants to wait for the label. */
const ASSUMED = { return_window: 'none', label_delay: '1s' };

export const command = defineCommand({
  flags: [flag('--keep', 'leave it running with its pages until Ctrl-C, and keep the temporary folder')],
  examples: [
    ['returns demo', 'an upload, a return and its refund, in a few seconds'],
    ['returns demo --keep', 'go on by yourself: the portal, the operator page and the receiver stay'],
  ],
  async run(context, _args, { keep }) {
    const { platform, show } = context;
    const folder = platform.files.temporaryFolder('returns-demo-');
    try {
      const sandbox = await openSandbox(platform, { port: 0, faults: SERVICE_LIKE, assume: ASSUMED });
      try {
        platform.files.makeFolder(path.join(folder, 'samples'));
        for (const file of [SAMPLE, CORRECTED])
          platform.files.replace(
            path.join(folder, file),
            platform.files.readText(path.join(platform.packageFolder, file)),
          );
        return await new DemoRun(context, folder, sandbox, keep).run();
      } finally {
        await sandbox.close();
      }
    } finally {
      if (keep) show.note(`Kept: ${folder}`);
      else platform.files.remove(folder);
    }
  },
});

/** A platform whose working directory, home and folders belong to the demo, regardless of the environment. */
function demoPlatform(platform: Platform, folder: string, more: Record<string, string> = {}): Platform {
  const env: Record<string, string | undefined> = {
    HOME: folder,
    PATH: platform.env['PATH'],
    TERM: platform.env['TERM'],
    NO_COLOR: platform.env['NO_COLOR'],
    FORCE_COLOR: platform.env['FORCE_COLOR'],
    RETURNS_CONFIG_DIR: path.join(folder, 'config'),
    RETURNS_STATE_DIR: path.join(folder, 'state'),
    RETURNS_PACE_DIR: path.join(folder, 'machine'),
    ...more,
  };
  return { ...platform, env, cwd: folder };
}

/** The sample contains broken orders on purpose, so a refusal does not end the demo. Any other exit code does. */
const isEnd = (code: ExitCode): boolean => code !== EXIT.done && code !== EXIT.refused;

class DemoRun {
  private readonly documents: { command: string; result: unknown }[] = [];
  private corrections: readonly Correction[] = [];
  private steps = 0;

  constructor(
    private readonly outer: Context,
    private readonly folder: string,
    private readonly sandbox: Sandbox,
    private readonly keep: boolean,
  ) {}

  async run(): Promise<ExitCode> {
    const { sandbox, folder } = this;
    const plain = demoPlatform(this.outer.platform, folder);
    const credentials = demoPlatform(this.outer.platform, folder, {
      RETURNS_AUTH_URL: sandbox.authUrl,
      RETURNS_ORDERS_URL: sandbox.ordersUrl,
      RETURNS_BASE_URL: sandbox.baseUrl,
      RETURNS_CLIENT_ID: sandbox.clientId,
      RETURNS_CLIENT_SECRET: sandbox.clientSecret,
    });
    this.say(
      'The main job from end to end. The sandbox plays the returns service, on this machine and in a temporary folder: no account, no network, nothing is left behind.',
    );
    this.title(
      'Sign in',
      'Addresses, client id and secret come from the environment here; on a terminal the command asks for what is missing.',
    );
    let code = await this.step(credentials, 'login', (inner) => login.run(inner, [], {}));
    if (isEnd(code)) return code;
    this.title(
      'Upload six months of orders',
      'First the plan, then the upload. A few orders are broken on purpose, and the service fails once on purpose.',
    );
    const sample = (inner: Context) => upload.run(inner, [SAMPLE], { rejects: REJECTS });
    code = await this.step(plain, `orders upload ${SAMPLE} --rejects ${REJECTS}`, sample);
    if (isEnd(code)) return code;
    this.showCorrected();
    const corrected = (inner: Context) => upload.run(inner, [CORRECTED], {});
    code = await this.step(plain, `orders upload ${CORRECTED} --quiet`, corrected, true);
    if (isEnd(code)) return code;
    this.title(
      'Upload the first file again',
      'As a cron job would. Nothing is sent: what was accepted is not sent twice. The file still holds the broken snapshots: they stay refused; newer ones were accepted in step 3.',
    );
    const again = `orders upload ${SAMPLE} --rejects ${REJECTS} --quiet`;
    code = await this.step(plain, again, sample, true);
    if (isEnd(code)) return code;
    const closed = await this.playReturn(credentials);
    await this.close();
    if (this.keep) await this.stay();
    return await closed();
  }

  /** The receiver plays the retailer: it refunds at the carrier's scan. @returns ends it, and gives its exit code */
  private async playReturn(platform: Platform): Promise<() => Promise<ExitCode>> {
    const { keep } = this;
    this.title('A shopper returns something and gets the money back', RETURN_STORY);
    const receiver = heardOn(platform);
    const options = { port: 0, inspect: false, autoRefund: 'TRANSIT', orders: SAMPLE };
    const listening = this.step(
      receiver.platform,
      `listen --auto-refund TRANSIT --orders ${SAMPLE}`,
      (inner) => listen.run(inner, [], keep ? options : { ...options, stopAfter: MESSAGES }),
    );
    const url = await Promise.race([receiver.url, listening]);
    if (typeof url !== 'string') return () => Promise.resolve(url);
    try {
      await this.returnOne(platform, url);
    } catch (error) {
      receiver.end();
      throw error;
    }
    if (!keep) await listening;
    return () => listening;
  }

  private async returnOne(platform: Platform, url: string): Promise<void> {
    const { sandbox } = this;
    const { show } = this.outer;
    // The receiver's own first line comes before the next command.
    await platform.clock.sleep(GATHER_MS);
    sandbox.setCustomer(url);
    this.command(`sandbox return ${RETURNED} --reason "too small"`);
    const { rma_identifier: rma } = await sandbox.startReturn({ order: RETURNED, reason: 'too small' });
    const has = (status: string) => () =>
      sandbox.rma(rma).items.every((item) => item['package_tracking_status'] === status);
    await this.until('the label', has('PRE_TRANSIT'));
    this.command(`sandbox carrier ${rma} scan`);
    sandbox.carrier(rma, 'scan');
    await this.until('the refund', () => sandbox.rma(rma).status === 'REFUNDED');
    // The receiver has the last message, too, before anything else is said.
    await this.until('the last message', () => sandbox.deliveries.list().counts.delivered === MESSAGES);
    await platform.clock.sleep(GATHER_MS);
    if (!show.options.json) show.note('');
    this.command(`sandbox rmas ${rma}`);
    const document = sandbox.rma(rma);
    this.documents.push({ command: `sandbox rmas ${rma}`, result: document });
    const { deliveries } = sandbox.deliveries.list({ rma });
    if (!show.options.json)
      await show.text(`${rmaText(document, show.outPaint, { deliveries, commands: [] })}\n`);
  }

  /** @throws Failure exit 1 when it is not so in time: every part runs in this process */
  private async until(what: string, isSo: () => boolean): Promise<void> {
    const { clock } = this.outer.platform;
    for (const end = clock.monotonic() + LONGEST_MS; clock.monotonic() < end; await clock.sleep(GATHER_MS))
      if (isSo()) return;
    throw defectFailure('defect.demo', `The demo waited in vain for ${what}`, {
      hint: 'Run it again. If it happens on a machine that has nothing else to do, please report it.',
    });
  }

  /** Until Ctrl-C. */
  private async stay(): Promise<void> {
    const { platform, show } = this.outer;
    const { sandbox } = this;
    const ended = new Promise<void>((resolve) => platform.system.onSignal(() => resolve()));
    const pages = await startPages(platform, { port: 0, inside: sandbox.handle });
    show.always(`\nIt goes on until Ctrl-C. The service is at ${sandbox.url}.`);
    show.always(`Portal    ${pages.portalUrl}`);
    show.always(`Operator  ${pages.url}`);
    await ended;
    await pages.close();
  }

  private command(words: string): void {
    const { show } = this.outer;
    if (!show.options.json) show.note(show.errPaint.cyan(`$ returns ${words}`));
  }

  /** Prints a paragraph; not with --quiet or --json. */
  private say(text: string): void {
    const { platform, show } = this.outer;
    if (show.options.json) return;
    for (const line of wrap(text, Math.min(platform.terminal.columns(), 100))) show.note(line);
  }

  private title(title: string, text: string): void {
    const { show } = this.outer;
    if (show.options.json) return;
    show.note(`\n${show.errPaint.bold(`${++this.steps}. ${title}`)}`);
    this.say(text);
    show.note('');
  }

  private async step(
    platform: Platform,
    words: string,
    run: (inner: Context) => Promise<ExitCode>,
    quiet = false,
  ): Promise<ExitCode> {
    const { show } = this.outer;
    this.command(words);
    const options = { ...show.options, quiet: show.options.quiet || quiet };
    const inner: Context = {
      platform,
      folders: foldersOf(platform),
      globals: { ...globalsOf({}, platform), ...options, mayAsk: false, yes: true },
      argv: words.split(' '),
      show: this.recording(makePresenter(platform, options), words),
      also: this.outer.also,
    };
    return await run(inner);
  }

  /** With --json the results of all steps are collected in one document. */
  private recording(show: Presenter, command: string): Presenter {
    const isJson = show.options.json;
    return {
      ...show,
      next: () => {},
      // The receiver's lines and notices are no documents.
      ...(isJson && { raw: async () => {}, note: () => {}, always: () => {} }),
      result: async (document, human) => {
        this.documents.push({ command, result: document });
        if (!show.options.json) await show.result(document, human);
      },
    };
  }

  private showCorrected(): void {
    const { show, platform } = this.outer;
    this.corrections = readCorrections(
      platform,
      path.join(this.folder, REJECTS),
      path.join(this.folder, CORRECTED),
    );
    this.title(
      'Correct what was refused and upload the correction',
      `${REJECTS} holds the refused rows as they were, with the reason in its last columns; it is accepted as input. ${CORRECTED} has the corrections. What was changed, besides a later updated_at:`,
    );
    if (show.options.json) return;
    show.note(`${correctionsText(this.corrections, show.errPaint)}\n`);
  }

  private async close(): Promise<void> {
    const { show } = this.outer;
    const { corrections, documents: steps } = this;
    const service = { orders: this.sandbox.orders().length };
    if (show.options.json)
      return await show.raw(`${JSON.stringify({ schema: 'demo/1', steps, corrections, service })}\n`);
    show.note('');
    this.say(
      `The service holds ${plural(service.orders, 'order')}. What the sandbox assumed beyond the interface is marked; \`returns sandbox assumptions\` changes it.`,
    );
    show.note(`\n${show.errPaint.bold('Now you')}`);
    for (const [line, purpose] of NOW_YOU) show.note(`  ${line.padEnd(48)}  ${show.errPaint.dim(purpose)}`);
  }
}

const NOW_YOU = [
  ['returns demo --keep', 'with both pages'],
  ['returns sandbox start', 'in another terminal'],
  ['returns orders template > orders.csv', 'the columns'],
  ['returns orders check orders.csv', 'sends nothing'],
  ['returns orders upload orders.csv --profile local', 'into the sandbox'],
] as const;

/** The first change of each: amounts follow from others, and `updated_at` changes with every correction. */
function correctionsText(corrections: readonly Correction[], paint: Paint): string {
  const rows = corrections.map(({ order, changes }) => {
    const change = firstOf(changes);
    const id = `  ${paint.bold(clean(order))}`;
    if (!change) return [id, paint.dim('unchanged')];
    const { column, from, to } = change;
    return [id, clean(column), `${paint.red(value(from))} -> ${paint.green(value(to))}`];
  });
  return table(rows).join('\n');
}

/** Of a time its day. */
const value = (text: string) => (text === '' ? 'empty' : clean(text).replace(/^([\d-]{10})T.*Z$/, '$1'));

function firstOf(changes: readonly CellChange[]): CellChange | undefined {
  const own = changes.filter(({ column }) => column !== 'updated_at');
  return own.find(({ column }) => !column.endsWith('_amount_cents')) ?? own[0] ?? changes[0];
}
