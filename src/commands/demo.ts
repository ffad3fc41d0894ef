// `returns demo`: the main job in a temporary folder against the sandbox: no account, no network, nothing left behind.
import path from 'node:path';
import { EXIT, type ExitCode, worstExit } from '../base/exit.ts';
import { defectFailure } from '../base/failure.ts';
import type { Host } from '../base/host.ts';
import { openSandbox } from '../sandbox/start.ts';
import { foldersOf } from '../store/folders.ts';
import { makePresenter, type Presenter } from '../terminal/presenter.ts';
import type { CommandSpec, Context, FlagValues } from './command.ts';
import { command as login } from './login.ts';
import { command as upload } from './orders-upload.ts';

export const command: CommandSpec = {
  flags: [{ flag: '--keep', text: 'keep the temporary folder and say where it is' }],
  examples: [['returns demo', 'see a whole upload in a few seconds']],
  async run(context, _args, flags) {
    const { host, show } = context;
    const folder = host.files.temporaryFolder('returns-demo-');
    const sandbox = await openSandbox(host, { port: 0 });
    try {
      const story = new Story(context, demoHost(host, folder, sandbox));
      return await story.tell();
    } finally {
      await sandbox.close();
      if (flags['keep'] === true) show.note(`Kept: ${folder}`);
      else host.files.remove(folder);
    }
  },
};

/** Only the sandbox's addresses and credentials, whatever the environment holds. */
function demoHost(
  host: Host,
  folder: string,
  sandbox: { url: string; clientId: string; clientSecret: string },
): Host {
  const env: Record<string, string | undefined> = {
    HOME: folder,
    PATH: host.env['PATH'],
    TERM: host.env['TERM'],
    NO_COLOR: host.env['NO_COLOR'],
    FORCE_COLOR: host.env['FORCE_COLOR'],
    RETURNS_CONFIG_DIR: path.join(folder, 'config'),
    RETURNS_STATE_DIR: path.join(folder, 'state'),
    RETURNS_PACE_DIR: path.join(folder, 'machine'),
    RETURNS_AUTH_URL: sandbox.url,
    RETURNS_ORDERS_URL: sandbox.url,
    RETURNS_BASE_URL: sandbox.url,
    RETURNS_CLIENT_ID: sandbox.clientId,
    RETURNS_CLIENT_SECRET: sandbox.clientSecret,
  };
  return { ...host, env, cwd: host.packageFolder };
}

class Story {
  private readonly documents: { command: string; result: unknown }[] = [];

  constructor(
    private readonly outer: Context,
    private readonly host: Host,
  ) {}

  async tell(): Promise<ExitCode> {
    const { show } = this.outer;
    show.note('The sandbox plays the returns service; everything happens in a temporary folder.\n');
    const codes: ExitCode[] = [];
    codes.push(await this.step('Sign in', ['login'], login, [], {}));
    codes.push(
      await this.step(
        'Upload six months of orders',
        ['orders', 'upload', 'samples/orders.csv'],
        upload,
        ['samples/orders.csv'],
        {},
      ),
    );
    this.showRejects();
    codes.push(
      await this.step(
        'Upload the same file again: nothing is sent twice',
        ['orders', 'upload', 'samples/orders.csv'],
        upload,
        ['samples/orders.csv'],
        {},
      ),
    );
    if (show.options.json)
      await this.outer.show.raw(`${JSON.stringify({ schema: 'demo/1', steps: this.documents })}\n`);
    this.check();
    show.next(
      'returns sandbox start (in another terminal), then: returns orders upload FILE --profile local',
    );
    // The sample holds broken orders on purpose: their refusal is what the demo shows.
    return worstExit([EXIT.done, ...codes.filter((code) => code !== EXIT.refused)]);
  }

  private async step(
    title: string,
    words: readonly string[],
    spec: CommandSpec,
    args: readonly string[],
    flags: FlagValues,
  ): Promise<ExitCode> {
    const { show, globals } = this.outer;
    show.note(`${show.errPaint.bold(`# ${title}`)}\n${show.errPaint.cyan(`$ returns ${words.join(' ')}`)}`);
    const folders = foldersOf(this.host, {});
    const inner: Context = {
      host: this.host,
      folders,
      globals: {
        json: globals.json,
        quiet: globals.quiet,
        verbose: globals.verbose,
        color: globals.color,
        input: false,
        yes: true,
      },
      argv: words,
      show: this.recording(makePresenter(this.host, { ...show.options }), words.join(' ')),
    };
    const code = await spec.run(inner, args, flags);
    show.note('');
    return code;
  }

  /** With --json the results of the steps are gathered into one document. */
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

  private showRejects(): void {
    const { show } = this.outer;
    const first = this.documents.at(-1)?.result as { refused?: { files?: string[] } } | undefined;
    const file = first?.refused?.files?.[0];
    if (file === undefined || show.options.quiet) return;
    const [header = '', ...rows] = this.host.files.readText(file).trimEnd().split('\n');
    const tail = (line: string) => line.split(',').slice(-6).join(',');
    show.note(
      `The refused rows, as they were, each with the reason in its last columns (${rows.length} rows):`,
    );
    show.note(show.errPaint.dim(`  ...,${tail(header)}`));
    for (const row of rows.slice(0, 5)) show.note(show.errPaint.dim(`  ...,${row.slice(-100)}`));
    show.note('');
  }

  /** The demo is a promise: the second upload sends nothing. */
  private check(): void {
    const uploads = this.documents.filter(({ command }) => command.startsWith('orders upload'));
    const last = uploads.at(-1)?.result as { orders?: { accepted?: number } } | undefined;
    if (last?.orders?.accepted !== 0)
      throw defectFailure('defect.demo', 'The second upload of the demo sent orders again', {
        hint: 'This is a defect of the tool: please report it.',
      });
  }
}
