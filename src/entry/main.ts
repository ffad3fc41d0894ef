// The door of the binary: the real host, one run, the exit code. The process ends by itself.
import { realHost } from '../host/host.ts';
import { run } from '../main.ts';

run(process.argv.slice(2), realHost()).then((code) => {
  process.exitCode = code;
});
