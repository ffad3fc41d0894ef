// `returns listen`: receives the calls of the service, checks, records and answers them, until Ctrl-C.
import path from 'node:path';
import { listenTarget, targetNow } from '../../account/known-target.ts';
import { changeText, levelsOf } from '../../account/level-flags.ts';
import { DEFAULT_TIMEOUT_MS } from '../../account/resolve.ts';
import { EXIT } from '../../basics/exit-codes.ts';
import { Failure, usageFailure } from '../../basics/failure.ts';
import { givenText } from '../../basics/secret.ts';
import { type Context, defineCommand, type IsGiven, optionsOf } from '../../cli/command.ts';
import { clean } from '../../cli/presenter.ts';
import { agreedMessages } from '../../contract/agreed-messages.ts';
import type { Environment } from '../../contract/endpoints.ts';
import { changedLevels } from '../../contract/levels.ts';
import { orderInput, READING_FLAGS } from '../../orders/order-flags.ts';
import { agreedIn } from '../../storage/agreements.ts';
import { withoutWaiting } from '../../storage/busy-ledger.ts';
import { inspectorKey } from '../../storage/inspector-key.ts';
import { startInspector } from '../inspector/start.ts';
import { parseExpectations } from '../receive/expected-calls.ts';
import {
  bytesOfFile,
  checkExposure,
  demandsOf,
  forwardOf,
  forwardText,
  LISTEN_FLAGS,
  type ListenOptions,
  receiverOptions,
  tlsOf,
} from '../receive/receiver-flags.ts';
import { NO_VARIANTS } from '../receive/receiver-options.ts';
import { type ListenRequest, runListen } from '../receive/run-receiver.ts';
import { readVariants } from '../receive/variants-file.ts';
import { AutoRefund } from '../refunds/auto-refund.ts';
import { makeListenView } from '../text/received-text.ts';

type IsListenGiven = IsGiven<typeof LISTEN_FLAGS>;

export const command = defineCommand({
  flags: LISTEN_FLAGS,
  examples: [
    ['returns listen', 'RMAs at http://127.0.0.1:4400/rmas, with the verdict on every message'],
    ['returns listen --forward-to http://localhost:3000', 'in front of your own endpoints'],
    ['returns listen --respond rma=503', 'see how a sender tries again'],
    ['returns listen --expect calls.ndjson --wait 60s --json', 'in a script'],
  ],
  run,
});

/** The request to the engine. @throws Failure exit 2 */
export async function requestOf(context: Context, options: ListenOptions, isGiven: IsListenGiven) {
  const { platform, folders, globals } = context;
  const { port, publicUrl, stopAfter, expect, readyFile, variants } = options;
  const target = listenTarget(platform, folders, globals);
  const isAllowed = target.environment !== 'production' || options.allowProduction;
  const demands = demandsOf(platform, options);
  checkExposure(options, demands);
  const forward = forwardOf(platform, options);
  const receiver = receiverOptions(options, isAllowed);
  const { host } = options;
  if (expect === undefined && isGiven('wait'))
    throw usageFailure('usage.conflict', '--wait is for --expect', { hint: 'Give --expect FILE, too.' });
  const tls = tlsOf(platform, options);
  const ca = await target.ca();
  return {
    ...{ host, port, publicUrl, stopAfter, demands, forward, tls, ca },
    receiver,
    levels: await levelsOf(context, options),
    agreed: agreedMessages(agreedIn(platform, folders, globals).answers),
    variants:
      variants === undefined
        ? NO_VARIANTS
        : await readVariants(bytesOfFile(platform, variants, '--variants'), variants),
    targetKey: target.key,
    expect:
      expect === undefined ? undefined : parseExpectations(givenText(platform, expect, '--expect'), expect),
    startInspector: inspectorOf(context, options, isGiven('inspectPort'), tls?.cert ?? ca),
    waitMs: options.wait,
    refunds: await refundsOf(context, options, isAllowed),
    readyFile: readyFile === undefined ? undefined : path.resolve(platform.cwd, readyFile),
    environment: target.environment,
  } satisfies Partial<ListenRequest> & { environment: Environment };
}

/** @throws Failure exit 2 when an input for refunds is missing */
async function refundsOf(
  context: Context,
  { autoRefund: status, orders, map, level }: ListenOptions,
  isAllowed: boolean,
): Promise<ListenRequest['refunds']> {
  const { platform, folders, globals, argv } = context;
  if (status === undefined && orders === undefined && map === undefined) return undefined;
  if (status === undefined || orders === undefined)
    throw usageFailure('usage.missing', '--auto-refund and --orders belong together', {
      expected: '--auto-refund STATUS --orders FILE',
      hint: 'Name the status, such as TRANSIT, and the export that holds the orders.',
    });
  if (!isAllowed)
    throw usageFailure('usage.production', 'Refunds are not made by themselves in production', {
      hint: 'Try it with --profile local or a sandbox; --allow-production if real refunds are wanted.',
    });
  const input = orderInput(context, [orders], { ...optionsOf(READING_FLAGS), map, level });
  if (orders === '-' || !platform.files.stat(path.resolve(platform.cwd, orders)))
    throw usageFailure('usage.file', 'The orders of --orders must be a file that is there', {
      place: { file: orders },
      hint: 'Check the path: the file is read again for every refund.',
    });
  const target = await targetNow(platform, folders, globals);
  const levels = await levelsOf(context, { level });
  const request = { status, input, target, argv, levels };
  return (watch) => new AutoRefund(platform, folders, request, watch);
}

/** `ca` is trusted when a call is replayed to the receiver. */
function inspectorOf(
  { globals, platform, folders }: Context,
  { inspect, inspectPort: port }: ListenOptions,
  isPortFixed: boolean,
  ca: string | undefined,
): ListenRequest['startInspector'] {
  const timeoutMs = globals.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  if (!inspect) return undefined;
  return (receiver) =>
    startInspector(
      platform,
      { ...receiver, port, timeoutMs, ca, key: inspectorKey(platform, folders) },
      isPortFixed,
    );
}

async function run(given: Context, _args: readonly [], options: ListenOptions, isGiven: IsListenGiven) {
  const { folders, show } = given;
  const platform = withoutWaiting(given.platform, folders);
  const context = { ...given, platform };
  const { environment, ...request } = await requestOf(context, options, isGiven);
  const stop = new AbortController();
  const view = makeListenView(platform, show, () => stop.abort());
  for (const change of changedLevels(request.levels)) show.note(`Level ${changeText(change)}`);
  if (request.variants.lacks)
    show.warn(`the variants of --variants lack what an exchange needs, first ${request.variants.lacks}`);
  if (request.forward) show.note(`Passed on: ${clean(forwardText(request.forward))}`);
  banner(context, options, environment, request.forward?.urls.exchange_order !== undefined);
  const stoppable = { ...request, stop: stop.signal };
  const { exitCode, missing } = await runListen(platform, folders, stoppable, view.emit);
  await view.done();
  if (exitCode === EXIT.unmet) throw unmet(missing);
  return exitCode;
}

/** Warnings that the user needs before the first call. */
function banner(
  { show }: Context,
  { allowProduction, open, publicUrl, requireHeader, basic }: ListenOptions,
  environment: Environment,
  isForwarded: boolean,
): void {
  const isProduction = environment === 'production';
  if (isProduction && allowProduction)
    show.warn(
      'production, with --allow-production: answers and refunds that are made here reach real shoppers',
    );
  else if (isProduction && !isForwarded)
    show.warn('production: exchange orders are answered 503 (no mock) unless --forward-to takes them');
  if (open) show.warn('--open: everybody who reaches this machine can send calls');
  if (publicUrl !== undefined && requireHeader.length === 0 && basic === undefined)
    show.warn(
      'anyone who knows the public address can send calls: restrict it with --require-header or --basic',
    );
  show.detail(`environment ${environment}`);
}

const unmet = (missing: readonly string[]): Failure =>
  new Failure('expect.unmet', EXIT.unmet, `Not everything that was expected came: ${missing.join('; ')}`, {
    hint: 'Look at what came with: returns calls list',
  });
