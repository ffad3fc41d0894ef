// How a certification goes on, on stderr: a live line on a terminal, a line now and then elsewhere, nothing with --quiet.
import { cutTo } from '../../cli/layout.ts';
import { clean, makeSpinner, type Presenter } from '../../cli/presenter.ts';
import type { Platform } from '../../platform/platform.ts';
import type { CertifyEvent } from '../certificate.ts';

export interface CertifyView {
  readonly emit: (event: CertifyEvent) => void;
  /** Says something above the live line. */
  say(text: string): void;
  /** Without the live line, so that a question can be asked. */
  during<T>(work: () => Promise<T>): Promise<T>;
  /** Removes the live line. */
  stop(): void;
}

/** Without a terminal, a line now and then says that it goes on. */
const LOG_EVERY_MS = 10_000;

export async function makeCertifyView(platform: Platform, show: Presenter): Promise<CertifyView> {
  const { terminal, clock } = platform;
  const spinner = await makeSpinner(platform, show);
  let [area, done, logged] = ['', 0, clock.monotonic()];
  const draw = (...texts: readonly string[]) => {
    if (!spinner) return;
    const whole = [area, ...texts, ...(done > 0 ? [`${done} checks`] : [])].join(', ');
    spinner.text = cutTo(clean(whole), Math.max(20, terminal.columns() - 3));
    if (!spinner.isSpinning) spinner.start();
  };
  const during: CertifyView['during'] = async (work) => {
    const wasLive = spinner?.isSpinning ?? false;
    spinner?.stop();
    const result = await work();
    if (wasLive) spinner?.start();
    return result;
  };
  return {
    emit(event) {
      if (event.type === 'area') {
        area = event.text;
        if (!spinner) show.note(`${clean(area)} ...`);
        draw();
      } else if (event.type === 'progress') {
        draw(event.text);
        if (spinner || clock.monotonic() - logged < LOG_EVERY_MS) return;
        logged = clock.monotonic();
        show.note(clean(event.text));
      } else if (event.type === 'check' && event.check.result !== 'not_tried') {
        done++;
        const { id, result, evidence } = event.check;
        if (result === 'failed' && !spinner) show.detail(`failed: ${clean(id)}: ${clean(evidence)}`);
      }
    },
    say: (text) => void during(async () => show.note(text)),
    during,
    stop: () => void spinner?.stop(),
  };
}
