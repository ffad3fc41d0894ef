// The door of the program: the real host, one run, the exit code. The process ends by itself.
import { realHost } from '../host/host.ts';
import { keepYoungGenerationSmall } from '../host/young-generation.ts';
import { run } from '../main.ts';

keepYoungGenerationSmall();
process.exitCode = await run(process.argv.slice(2), realHost());
