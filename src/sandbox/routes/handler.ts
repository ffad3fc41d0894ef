// `/_sandbox/*`: shows the contents of the sandbox, and acts on it, for programs on this machine only.
import { EXIT } from '../../basics/exit.ts';
import { Failure } from '../../basics/failure.ts';
import { jsonAnswer, makeRouter, queryOfTarget, unroutedAnswer } from '../../contract/router.ts';
import type { ServerAnswer, ServerHandler, ServerRequest } from '../../platform/platform.ts';
import type { Service } from '../intake/service.ts';
import { RefusedAct, refusalDocument, statusOfRefusal } from '../life-cycle/parts.ts';
import { badRequestDocument } from './read-request.ts';
import { ROUTES } from './table.ts';

const ROUTER = makeRouter(ROUTES);

/** Answers what programs inside ask; everything else is for the service. */
export const sandboxHandler =
  (service: Service): ServerHandler =>
  async (request) => {
    if (!request.target.startsWith('/_sandbox')) return service.handle(request);
    const answer = isLocal(request) ? await answerOf(service, request) : FOREIGN;
    if (request.method !== 'GET') service.changed();
    return {
      ...answer,
      headers: { ...answer.headers, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
    };
  };

async function answerOf(service: Service, request: ServerRequest): Promise<ServerAnswer> {
  const match = ROUTER.match(request.method, request.target);
  if (!match.route) return unroutedAnswer(match);
  if (request.truncated) return jsonAnswer(413, { message: 'Payload Too Large' });
  try {
    return await match.route.answer(service, request, queryOfTarget(request.target), match.parameters);
  } catch (error) {
    if (error instanceof RefusedAct) return jsonAnswer(statusOfRefusal(error), refusalDocument(error));
    if (error instanceof Failure && ASKED_WRONGLY.includes(error.exitCode))
      return jsonAnswer(400, badRequestDocument(error));
    throw error;
  }
}

/** Other failures, such as a full disk, are not the asker's. */
const ASKED_WRONGLY: readonly number[] = [EXIT.usage, EXIT.input];

const FOREIGN = jsonAnswer(403, { message: 'Only programs on this machine may look inside the sandbox.' });

/** IPv4, IPv6, and IPv4 as a socket for both shows it. */
const LOOPBACK = /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/i;

/**
 * The address refuses other machines, which can write into Host what they like. The Host check refuses foreign DNS names that
 * point to this machine. The other headers, which browsers add, refuse pages in a browser on this machine.
 */
function isLocal(request: ServerRequest): boolean {
  if (!LOOPBACK.test(request.remoteAddress)) return false;
  const { host = '', origin, 'sec-fetch-site': site } = request.headers;
  if (!/^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i.test(host)) return false;
  if (origin !== undefined && origin !== `http://${host}`) return false;
  return site === undefined || site === 'same-origin' || site === 'none';
}
