// Loaded before a program (node --require): writes the peak of its resident memory in bytes when it ends.
const fs = require('node:fs');

process.on('exit', () => fs.writeFileSync(process.env.BENCH_PEAK_FILE, String(peak())));

/** Of this program alone: what getrusage says also counts the process that started it. */
function peak() {
  try {
    return Number(/VmHWM:\s*(\d+) kB/.exec(fs.readFileSync('/proc/self/status', 'utf8'))[1]) * 1024;
  } catch {
    return process.resourceUsage().maxRSS * 1024;
  }
}
