// Debian's own Chromium for tests of a page; nothing is downloaded. Where it is missing those tests are skipped by name.
import fs from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Path of the browser; undefined where there is none. */
export const CHROMIUM = PLACES.find((place) => fs.existsSync(place));

export const startChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: CHROMIUM ?? '',
    // Chromium does not start its sandbox as root; small containers have too little space under /dev/shm.
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-dev-shm-usage'],
  });
