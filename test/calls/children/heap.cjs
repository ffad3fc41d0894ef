// Loaded before a program: on SIGUSR2 it collects garbage and prints the bytes that are still held to stderr.
const v8 = require('node:v8');
const vm = require('node:vm');

v8.setFlagsFromString('--expose-gc');
const collect = vm.runInNewContext('gc');
process.on('SIGUSR2', () => {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  process.stderr.write(`held ${heapUsed + external}\n`);
});
