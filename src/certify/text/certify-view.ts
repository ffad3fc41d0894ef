// How a certification goes on, on stderr: a live line on a terminal, a line now and then elsewhere, nothing with --quiet.
import { cutTo } from '../../cli/layout.ts';
import { clean, makeSpinner, type Presenter } from '../../cli/presenter.ts';
import type { Platform } from '../../platform/platform.ts';
import type { CertifyEvent } from '../types.ts';

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
  const { terminal } = platform;
  const spinner = await makeSpinner(platform, show);
  let [area, done] = ['', 0];
  const draw = (text: string) => {
    if (!spinner) return;
    const whole = [area, text, done > 0 ? `${done} checks` : ''].filter((part) => part !== '').join(', ');
    spinner.text = cutTo(clean(whole), Math.max(20, terminal.columns() - 3));
    if (!spinner.isSpinning) spinner.start();
  };
  let logged = platform.clock.monotonic();
  const log = (text: string) => {
    const now = platform.clock.monotonic();
    if (spinner || now - logged < LOG_EVERY_MS) return;
    logged = now;
    show.note(clean(text));
  };
  const during: CertifyView['during'] = async (work) => {
    const wasLive = spinner?.isSpinning ?? false;
    spinner?.stop();
    const done = await work();
    if (wasLive) spinner?.start();
    return done;
  };
  return {
    emit(event) {
      if (event.type === 'area') {
        area = event.text;
        if (!spinner) show.note(`${clean(event.text)} ...`);
        draw('');
      } else if (event.type === 'progress') {
        draw(event.text);
        log(event.text);
      } else if (event.check.result !== 'not_tried') {
        done++;
        if (event.check.result === 'failed' && !spinner)
          show.detail(`failed: ${clean(event.check.id)}: ${clean(event.check.evidence)}`);
      }
    },
    say: (text) => void during(async () => show.note(text)),
    during,
    stop: () => void spinner?.stop(),
  };
}
