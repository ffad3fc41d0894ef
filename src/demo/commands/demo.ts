// `returns demo`: the main steps against the sandbox, in a temporary folder that is removed at the end. Needs no account
// and no network.
import path from 'node:path';
import { command as login } from '../../account/commands/login.ts';
import { EXIT, type ExitCode } from '../../basics/exit.ts';
import { defectFailure } from '../../basics/failure.ts';
import { plural } from '../../basics/units.ts';
import { type Context, defineCommand } from '../../cli/command.ts';
import { flag, globalsOf } from '../../cli/flags.ts';
import { wrap } from '../../cli/layout.ts';
import { makePresenter, type Presenter } from '../../cli/presenter.ts';
import { command as upload } from '../../orders/commands/upload.ts';
import type { Platform } from '../../platform/platform.ts';
import { openSandbox, type Sandbox } from '../../sandbox/start.ts';
import { foldersOf } from '../../storage/folders.ts';
import { type Correction, readCorrections } from '../corrections.ts';
import { readRefusedOrders } from '../refused-orders.ts';
import { correctionsText } from '../text/corrections-text.ts';
import { refusedText } from '../text/refused-text.ts';

const SAMPLE = 'samples/orders.csv';
const CORRECTED = 'samples/orders-corrected.csv';
const REJECTS = 'refused.csv';

/** Simulates a remote service: every answer is delayed, and one answer is an error. */
const SERVICE_LIKE = [
  { on: 'orders', do: { delay: 120 } },
  { on: 'orders', do: { status: 503 }, after: 7, first: 1 },
] as const;

export const command = defineCommand({
  flags: [flag('--keep', 'keep the temporary folder and say where it is')],
  examples: [['returns demo', 'see a whole upload in a few seconds']],
  async run(context, _args, { keep }) {
    const { platform, show } = context;
    const folder = platform.files.temporaryFolder('returns-demo-');
    try {
      const sandbox = await openSandbox(platform, { port: 0, faults: SERVICE_LIKE });
      try {
        platform.files.makeFolder(path.join(folder, 'samples'));
        for (const file of [SAMPLE, CORRECTED])
          platform.files.replace(
            path.join(folder, file),
            platform.files.readText(path.join(platform.packageFolder, file)),
          );
        return await new DemoRun(context, folder, sandbox).run();
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

interface UploadResult {
  readonly orders?: { readonly accepted?: number; readonly refused?: number };
  readonly requests?: { readonly total?: number };
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
    this.showRefused();
    this.showCorrected();
    const corrected = (inner: Context) => upload.run(inner, [CORRECTED], {});
    code = await this.step(plain, `orders upload ${CORRECTED} --quiet`, corrected, true);
    if (isEnd(code)) return code;
    this.title(
      'Upload the first file again',
      'As a cron job would. Nothing is sent: what was accepted is not sent twice. The file still holds the broken snapshots: they stay refused; newer ones were accepted in step 4.',
    );
    const again = `orders upload ${SAMPLE} --rejects ${REJECTS} --quiet`;
    code = await this.step(plain, again, sample, true);
    if (isEnd(code)) return code;
    await this.close();
    return EXIT.done;
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
    if (!show.options.json) show.note(show.errPaint.cyan(`$ returns ${words}`));
    const options = { ...show.options, quiet: show.options.quiet || quiet };
    const inner: Context = {
      platform,
      folders: foldersOf(platform),
      globals: { ...globalsOf({}, platform), ...options, mayAsk: false, yes: true },
      argv: words.split(' '),
      show: this.recording(makePresenter(platform, options), words),
    };
    return await run(inner);
  }

  /** With --json the results of all steps are collected in one document. */
  private recording(show: Presenter, command: string): Presenter {
    return {
      ...show,
      next: () => {},
      result: async (document, human) => {
        this.documents.push({ command, result: document });
        if (!show.options.json) await show.result(document, human);
      },
    };
  }

  private showRefused(): void {
    const { show, platform } = this.outer;
    if (show.options.quiet || show.options.json) return;
    const refused = readRefusedOrders(platform, path.join(this.folder, REJECTS));
    this.title(
      'Look at what was refused',
      `${REJECTS} holds the rows of ${plural(refused.length, 'order')} as they were, with the reason in its last columns. Correct them there and upload that file: it is accepted as input.`,
    );
    show.note(refusedText(refused, show.errPaint, platform.terminal.columns()));
  }

  private showCorrected(): void {
    const { show, platform } = this.outer;
    this.corrections = readCorrections(
      platform,
      path.join(this.folder, REJECTS),
      path.join(this.folder, CORRECTED),
    );
    this.title(
      'Correct them and upload the correction',
      `${CORRECTED} has the corrections. What was changed, besides a later updated_at:`,
    );
    if (show.options.json) return;
    show.note(`${correctionsText(this.corrections, show.errPaint)}\n`);
  }

  /** Checks the result of the demo: first most orders are accepted, then the corrected ones, then nothing is sent. */
  private async close(): Promise<void> {
    const { show } = this.outer;
    const { corrections, documents: steps } = this;
    const service = { orders: this.sandbox.orders().length };
    const counts = steps.slice(1).map(({ result }) => {
      const { orders, requests } = result as UploadResult;
      return [orders?.accepted ?? 0, orders?.refused ?? 0, requests?.total ?? 0] as const;
    });
    const [first, second, third] = counts;
    const isExpected =
      first && second && first[0] > 0 && second[0] === first[1] && second[1] === 0 && third?.[2] === 0;
    if (!isExpected || service.orders !== first[0] + second[0])
      throw defectFailure('defect.demo', 'The uploads of the demo did not have the expected results', {
        expected: 'all but the broken orders accepted, then those corrected, then no request',
        found: `${counts.map((count) => count.join('/')).join(', ')}; the service holds ${service.orders}`,
        hint: 'This is a defect of the tool: please report it.',
      });
    if (show.options.json)
      return await show.raw(`${JSON.stringify({ schema: 'demo/1', steps, corrections, service })}\n`);
    show.note('');
    this.say(`The service holds ${plural(service.orders, 'order')}, and was not asked again.`);
    show.note(`\n${show.errPaint.bold('Now you')}`);
    for (const [line, purpose] of NOW_YOU) show.note(`  ${line.padEnd(48)}  ${show.errPaint.dim(purpose)}`);
  }
}

const NOW_YOU = [
  ['returns sandbox start', 'in another terminal'],
  ['returns orders template > orders.csv', 'the columns'],
  ['returns orders check orders.csv', 'sends nothing'],
  ['returns orders upload orders.csv --profile local', 'into the sandbox'],
] as const;
