// The step `restart`: the retailer's side is restarted, and whether it was away is seen from outside.
import { formatDuration } from '../../basics/units.ts';
import { variantsRequest } from '../returns/outbound.ts';
import type { Obstacle } from './deeds.ts';
import { deliveriesEvidence } from './evidence.ts';
import { lastVariantsRequest } from './exchange-checks.ts';
import type { Play } from './play.ts';

/** The step says nothing about the retailer's side, and nothing after it does. */
export interface NotTried {
  readonly notTried: string;
}

/** Real time for a program to listen again, ms. */
const START_MS = 30_000;

/** Real time between two requests that see whether somebody answers, ms: a program needs longer for its start. */
const ASK_MS = 25;

/** What a proxy answers for a program that is away. */
const AWAY: readonly (number | null)[] = [null, 502, 503, 504];

/** Only who was away was restarted: a command that does nothing, or Enter alone, proves nothing. */
export async function restart(play: Play): Promise<Obstacle | NotTried> {
  const { wall, signal, stage } = play;
  const { customer, restart: restartSide, waitMs, settleMs } = play.options;
  const request = variantsRequest('NO-SUCH-VARIANT-OF-RETURNS', customer.paths);
  let [asked, isAway, wasAway, isDone] = [0, false, false, false];
  // Messages may have been sent meanwhile.
  const lastAsked = () => lastVariantsRequest(stage);
  let usual: number | null | undefined;
  const ask = async () => {
    await stage.deliveries.askOnce(request);
    asked++;
    const status = lastAsked()?.attempts.at(-1)?.status ?? null;
    // One that never answers this, or always so, shows nothing by it.
    if (usual === undefined) usual = status;
    isAway = AWAY.includes(status) && status !== usual;
    wasAway ||= isAway;
  };
  const askUntil = async (isOver: () => boolean) => {
    for (await ask(); !isOver() && !signal.aborted; await ask()) await wall.sleep(ASK_MS, signal);
  };
  const began = wall.monotonic();
  await ask();
  const watched = askUntil(() => isDone);
  const failed = await restartSide?.().finally(() => {
    isDone = true;
  });
  await watched;
  if (typeof failed === 'string') return `your side could not be restarted: ${failed}`;
  // A command may return before the program has ended.
  const restarted = wall.monotonic();
  await askUntil(() => wasAway || wall.monotonic() > restarted + settleMs);
  // An attempt that comes too early would be made again much later, on the sandbox's clock.
  await askUntil(() => !isAway || wall.monotonic() > restarted + Math.max(START_MS, waitMs));
  if (isAway && !signal.aborted)
    return `your side does not answer after the restart: ${deliveriesEvidence([lastAsked()!])}`;
  if (wasAway) return undefined;
  const time = formatDuration(Math.round(wall.monotonic() - began));
  return {
    notTried: `nothing was restarted: your side answered all of ${asked} requests in ${time}. Stop its program and start it again, so that it is away for a moment`,
  };
}
