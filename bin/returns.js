#!/usr/bin/env node
// The entry of the binary. Help is printed from the pages that the build wrote (src/program/help-pages.ts), and a press of
// Tab is answered from a table (src/completion/start.ts), so that nothing else is loaded; every other command line is passed
// to the program. CommonJS, because it starts faster.
'use strict';
const fs = require('node:fs');
const path = require('node:path');

const words = process.argv.slice(2);
const isTab = words[0] === 'completion' && words[1] === 'words';
const page = isTab ? undefined : pageFor(words);
if (isTab) complete();
else if (page === undefined) start();
else {
  // A closed pipe is a success; a full disk is not.
  process.stdout.on('error', ({ code }) => {
    if (code === 'EPIPE') return;
    process.exitCode = 7;
    process.stderr.write(
      `error  Cannot write to stdout (${code})\n  do this   Free some disk space, or send the output somewhere else.\n`,
    );
  });
  process.stdout.write(page);
}

function start() {
  const program = path.join(__dirname, '../dist/main.cjs');
  // A build puts a new dist/ in place of the old one: for a moment there is none.
  for (let waits = 0; waits < 20 && !fs.existsSync(program); waits++)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
  require(program);
}

function complete() {
  try {
    require('../dist/completion/start.cjs');
  } catch {
    // The build is missing or incomplete: the next command says so, a press of Tab says nothing.
  }
}

function pageFor(words) {
  const asked = { '--help': '--help', '-h': '--help', '--version': '--version', '-v': '--version' };
  const last = asked[words.at(-1)];
  if (last === undefined) return undefined;
  const question = [...words.slice(0, -1), last].join(' ');
  try {
    const pages = JSON.parse(fs.readFileSync(path.join(__dirname, '../dist/help.json'), 'utf8'));
    return Object.hasOwn(pages, question) ? pages[question] : undefined;
  } catch {
    // The build is missing or incomplete: the program prints the page itself, or says why it cannot.
    return undefined;
  }
}
