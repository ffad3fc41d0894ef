// What a certification asks of other subjects, for one command line: the doctor's connection, and the scenarios.

import { type Context, userAgent } from '../../cli/command.ts';
import { checkConnection } from '../../doctor/connection-checks.ts';
import { agreedOptions } from '../../sandbox/agreed.ts';
import { customerOf } from '../../sandbox/commands/customer-flags.ts';
import { restartOf } from '../../sandbox/commands/restart-side.ts';
import { agreedIn } from '../../storage/agreements.ts';
import type { CertifyParts } from '../certify.ts';
import { ENDPOINT_SUBJECTS } from '../checks.ts';
import type { CertifyView } from '../text/certify-view.ts';
import type { CertifyOptions } from './certify-flags.ts';

/** @param view tells what the retailer's side has to know while the scenarios run @throws Failure exit 2 */
export function certifyParts(
  context: Context,
  options: CertifyOptions,
  { say, during }: Pick<CertifyView, 'say' | 'during'>,
  interrupt: () => void,
): CertifyParts {
  const { platform, folders, globals, show } = context;
  return {
    connection: (target, signal) => checkConnection(platform, folders, target, { agent: userAgent, signal }),
    endpointSubjects: ENDPOINT_SUBJECTS,
    endpoint: endpointOf(),
  };

  function endpointOf(): CertifyParts['endpoint'] {
    const { customerUrl, retailerCan, port, wait, settle, seed, answer } = options;
    if (customerUrl === undefined) return undefined;
    // A mistake in the file of the credentials is found before anything is tried.
    const { customerAuth, customerPaths } = customerOf(platform, options);
    return async (emit, signal) => {
      const restart = restartOf(context, options.restart, signal, interrupt);
      const { checkEndpoint } = await import('../endpoint.ts');
      return await checkEndpoint(
        platform,
        {
          ...{ customerUrl, customerAuth, customerPaths, retailerCan, port, seed },
          ...{ waitMs: wait, settleMs: settle, answerMs: answer },
          agreed: await agreedOptions(agreedIn(platform, folders, globals), say),
          restart: restart && (() => during(restart)),
          onReady(sandbox) {
            say(`The sandbox of this run is at ${sandbox.url}; your side posts its refunds there.`);
          },
          onDefect: (error) =>
            show.warn(`the sandbox failed: ${error instanceof Error ? error.message : String(error)}`),
        },
        emit,
        signal,
      );
    };
  }
}
