// The entry of the program: creates the real platform, runs once, sets the exit code. The process then ends by itself.
import { run } from './main.ts';
import { realPlatform } from './platform/node-platform.ts';

const words = process.argv.slice(2);
void run(words, realPlatform()).then((code) => {
  process.exitCode = code;
});
