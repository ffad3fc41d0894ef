// The door of the binary: help from pages made by the build, else the real host, one run, the exit code.
// The process ends by itself.
import { helpPage } from '../host/help-page.ts';

const argv = process.argv.slice(2);
const page = helpPage(argv, new URL('./help.json', import.meta.url));
if (page !== undefined) {
  // A closed pipe is success.
  process.stdout.on('error', () => {});
  process.stdout.write(page);
} else {
  const [{ realHost }, { run }] = await Promise.all([import('../host/host.ts'), import('../main.ts')]);
  process.exitCode = await run(argv, realHost());
}
