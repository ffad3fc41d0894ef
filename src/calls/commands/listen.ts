// `returns listen`: hears what the service sends, judges it, records it and answers, until Ctrl-C.
import path from 'node:path';
import { parseAddress } from '../../account/addresses.ts';
import { levelsOf } from '../../account/level-flags.ts';
import { listenTarget } from '../../account/listen-target.ts';
import { resolveTarget } from '../../account/settings.ts';
import { EXIT } from '../../basics/exit.ts';
import { Failure, usageFailure } from '../../basics/failure.ts';
import {
  type CommandSpec,
  type Context,
  type FlagValues,
  numberFlag,
  switchFlag,
  textFlag,
} from '../../cli/command.ts';
import { changeText } from '../../cli/level-text.ts';
import { userAgent } from '../../cli/version.ts';
import type { Environment } from '../../contract/endpoints.ts';
import { changedLevels } from '../../contract/levels.ts';
import { orderInput } from '../../orders/commands/order-flags.ts';
import type { Host } from '../../platform/platform.ts';
import { autoRefund } from '../auto-refund.ts';
import { parseExpectations } from '../expect.ts';
import { type BesideParts, inspectBeside } from '../inspector/beside.ts';
import { type ListenRequest, listenJourney } from '../listen.ts';
import { makeListenView } from '../text/listen-view.ts';
import { NO_VARIANTS, type VariantsBook } from '../variants-book.ts';
import { readVariants } from '../variants-file.ts';
import { INSPECT_PORT, LISTEN_FLAGS, PORT } from './listen-flags.ts';
import {
  bytesOf,
  checkDoor,
  demandsOf,
  forwardOf,
  readGiven,
  receiverOptions,
  tlsOf,
} from './listen-options.ts';

export const command: CommandSpec = {
  flags: LISTEN_FLAGS,
  examples: [
    ['returns listen', 'RMAs at http://127.0.0.1:4400/rmas, with the verdict on every message'],
    ['returns listen --forward-to http://localhost:3000', 'in front of your own endpoints'],
    ['returns listen --respond rma=503', 'see how a sender tries again'],
    ['returns listen --expect calls.ndjson --wait 60s --json', 'in a script'],
  ],
  async run(context, _args, flags) {
    const { host, folders, show, globals } = context;
    const target = listenTarget(host, folders, globals);
    const isAllowed = target.environment !== 'production' || switchFlag(flags, 'allowProduction');
    const address = textFlag(flags, 'host') ?? '127.0.0.1';
    const demands = demandsOf(host, flags);
    checkDoor(address, demands, switchFlag(flags, 'open'));
    const forward = forwardOf(host, flags);
    const expect = textFlag(flags, 'expect');
    if (expect === undefined && flags['wait'] !== undefined)
      throw usageFailure('usage.conflict', '--wait is for --expect', { hint: 'Give --expect FILE, too.' });
    const publicUrl = textFlag(flags, 'publicUrl');
    const readyFile = textFlag(flags, 'readyFile');
    const tls = tlsOf(host, flags);
    const ca = target.ca();
    const levels = levelsOf(context, flags);
    const follower = await refunds(context, flags, isAllowed);
    const stop = new AbortController();
    const view = makeListenView(host, show, () => stop.abort());
    const request = {
      host: address,
      port: numberFlag(flags, 'port') ?? PORT,
      receiver: receiverOptions(flags, isAllowed),
      levels,
      demands,
      variants: await variantsOf(host, textFlag(flags, 'variants')),
      tls,
      forward,
      publicUrl: publicUrl === undefined ? undefined : parseAddress(publicUrl, '--public-url'),
      ca,
      targetKey: target.key,
      stopAfter: numberFlag(flags, 'stopAfter'),
      stopOn: textFlag(flags, 'stopOn'),
      expect:
        expect === undefined ? undefined : parseExpectations(readGiven(host, expect, '--expect'), expect),
      inspector: inspectorOf(context, flags, tls?.cert ?? ca),
      waitMs: numberFlag(flags, 'wait') ?? 60_000,
      follower,
      stop: stop.signal,
      readyFile: readyFile === undefined ? undefined : path.resolve(host.cwd, readyFile),
    };
    for (const change of changedLevels(levels)) show.note(`Level ${changeText(change)}`);
    banner(context, flags, target.environment, forward?.urls.exchange_order !== undefined);
    const { exitCode, missing } = await listenJourney(host, folders, request, view.emit);
    await view.done();
    if (exitCode === EXIT.unmet) throw unmet(missing);
    return exitCode;
  },
};

/** @throws Failure exit 2 when something is missing for refunds */
async function refunds(
  context: Context,
  flags: FlagValues,
  isAllowed: boolean,
): Promise<ListenRequest['follower']> {
  const { host, folders, globals, argv } = context;
  const [status, orders] = [textFlag(flags, 'autoRefund'), textFlag(flags, 'orders')];
  if (status === undefined && orders === undefined && textFlag(flags, 'map') === undefined) return undefined;
  if (status === undefined || orders === undefined)
    throw usageFailure('usage.missing', '--auto-refund and --orders belong together', {
      expected: '--auto-refund STATUS --orders FILE',
      hint: 'Name the status, such as TRANSIT, and the export that holds the orders.',
    });
  if (!isAllowed)
    throw usageFailure('usage.production', 'Refunds are not made by themselves in production', {
      hint: 'Try it with --profile local or a sandbox; --allow-production if real refunds are wanted.',
    });
  const input = orderInput(context, [orders], flags);
  if (orders === '-' || !host.files.stat(path.resolve(host.cwd, orders)))
    throw usageFailure('usage.file', 'The orders of --orders must be a file that is there', {
      place: { file: orders },
      hint: 'Check the path: the file is read again for every refund.',
    });
  const target = await resolveTarget(host, folders, globals);
  const request = { status, input, target, argv, agent: userAgent };
  return (emit, newestOf) => autoRefund(host, folders, request, emit, newestOf);
}

/** `ca` is trusted when a call is replayed to the receiver. */
function inspectorOf({ globals }: Context, flags: FlagValues, ca: string | undefined) {
  if (flags['inspect'] === false) return undefined;
  const asked = numberFlag(flags, 'inspectPort');
  const options = { isPortFixed: asked !== undefined, timeoutMs: globals.timeoutMs ?? 30_000, ca };
  return { port: asked ?? INSPECT_PORT, start: (parts: BesideParts) => inspectBeside(parts, options) };
}

async function variantsOf(host: Host, file: string | undefined): Promise<VariantsBook> {
  if (file === undefined) return NO_VARIANTS;
  return await readVariants(bytesOf(host, file, '--variants'), file);
}

/** What a person should know before the first call. */
function banner(
  { show, globals }: Context,
  flags: FlagValues,
  environment: Environment,
  isForwarded: boolean,
): void {
  const isProduction = environment === 'production';
  if (isProduction && switchFlag(flags, 'allowProduction'))
    show.warn(
      'production, with --allow-production: answers and refunds that are made here reach real shoppers',
    );
  else if (isProduction && !isForwarded)
    show.warn('production: exchange orders are answered 503 (no mock) unless --forward-to takes them');
  if (switchFlag(flags, 'open')) show.warn('--open: everybody who reaches this machine can send calls');
  if (textFlag(flags, 'publicUrl') !== undefined && !flags['requireHeader'] && !flags['basic'])
    show.warn('whoever knows the public address can send calls: --require-header or --basic keep others out');
  if (globals.verbose) show.detail(`environment ${environment}`);
}

const unmet = (missing: readonly string[]): Failure =>
  new Failure('expect.unmet', EXIT.unmet, `Not everything that was expected came: ${missing.join('; ')}`, {
    hint: 'Look at what came with: returns calls list',
  });
