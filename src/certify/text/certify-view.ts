// How a certification goes on, on stderr: a live line on a terminal, a line now and then elsewhere, nothing with --quiet.
import { cutTo } from '../../cli/layout.ts';
import { clean, makeSpinner, type Presenter } from '../../cli/presenter.ts';
import type { Platform } from '../../platform/platform.ts';
import type { CertifyEvent } from '../types.ts';

export interface CertifyView {
  readonly emit: (event: CertifyEvent) => void;
  /** Says something above the live line. */
  say(text: string): void;
  /** Removes the live line. */
  stop(): void;
}

/** Without a terminal, a line now and then says that it goes on. */
const LOG_EVERY_MS = 10_000;

export async function makeCertifyView(platform: Platform, show: Presenter): Promise<CertifyView> {
  const { terminal, env } = platform;
  const isLive = terminal.stderrIsTerminal && !show.options.quiet && env['TERM'] !== 'dumb';
  const spinner = isLive ? await makeSpinner(platform, show) : undefined;
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
    say(text) {
      const wasLive = spinner?.isSpinning ?? false;
      spinner?.stop();
      show.note(text);
      if (wasLive) spinner?.start();
    },
    stop: () => void spinner?.stop(),
  };
}
