// What a list of checks means as a whole: ready or not, and the exit code.
import { EXIT, type ExitCode, worstExit } from '../basics/exit.ts';
import type { Certificate } from './types.ts';

/**
 * `ready`: everything was tried and nothing failed, but single checks that had a reason not to be. `partly`: nothing failed,
 * and whole areas were not tried. `not_ready`: something failed. `interrupted`: ended by a signal.
 */
export type Verdict = 'ready' | 'partly' | 'not_ready' | 'interrupted';

export function verdictOf({ checks, interrupted }: Pick<Certificate, 'checks' | 'interrupted'>): Verdict {
  if (interrupted !== null) return 'interrupted';
  if (checks.some(({ result }) => result === 'failed')) return 'not_ready';
  return untriedAreas({ checks }).length > 0 ? 'partly' : 'ready';
}

/** Areas of which nothing was tried, in their order. */
export function untriedAreas({ checks }: Pick<Certificate, 'checks'>): string[] {
  const tried = new Set(checks.filter(({ result }) => result !== 'not_tried').map(({ area }) => area));
  return [...new Set(checks.map(({ area }) => area))].filter((area) => !tried.has(area));
}

/** 0, 3 when a check failed, 8 when that is only because the endpoint does not answer, 130 or 143 after a signal. */
export function certifyExit({
  checks,
  endpointAnswered,
  interrupted,
}: Pick<Certificate, 'checks' | 'endpointAnswered' | 'interrupted'>): ExitCode {
  if (interrupted !== null) return interrupted;
  const failed = checks.filter(({ result }) => result === 'failed');
  const ofSilence = endpointAnswered === false ? failed.filter(({ area }) => area === 'messages') : [];
  const codes: ExitCode[] = [EXIT.done];
  if (failed.length > ofSilence.length) codes.push(EXIT.refused);
  if (endpointAnswered === false) codes.push(EXIT.unmet);
  return worstExit(codes);
}
