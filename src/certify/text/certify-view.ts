// How a certification goes on, on stderr: a live line on a terminal, a line now and then elsewhere, nothing with --quiet.
import { clean, cutTo, makeSpinner, type Presenter } from '../../cli/presenter.ts';
import type { Platform } from '../../platform/platform.ts';
import type { CertifyEvent } from '../certify.ts';

/** Without a terminal, a line now and then says that it goes on. */
const LOG_EVERY_MS = 10_000;

export async function makeCertifyView(platform: Platform, show: Presenter) {
  const { terminal, clock } = platform;
  const spinner = await makeSpinner(platform, show);
  let [area, logged] = ['', clock.monotonic()];
  return {
    emit({ type, text }: CertifyEvent): void {
      const now = clock.monotonic();
      if (type === 'area') area = text;
      if (spinner) {
        const whole = type === 'area' ? area : `${area}, ${text}`;
        spinner.start(cutTo(clean(whole), Math.max(20, terminal.columns() - 3)));
      } else if (type === 'area') show.note(`${clean(text)} ...`);
      else if (now - logged >= LOG_EVERY_MS) {
        logged = now;
        show.note(clean(text));
      }
    },
    /** Without the live line, so that something can be said or asked. */
    async during<T>(work: () => Promise<T> | T): Promise<T> {
      const wasLive = spinner?.isSpinning ?? false;
      spinner?.stop();
      const result = await work();
      if (wasLive) spinner?.start();
      return result;
    },
    /** Removes the live line. */
    stop: (): void => void spinner?.stop(),
  };
}
