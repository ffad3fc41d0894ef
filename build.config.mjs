// Builds dist/: the program (commands that need nearly the same code share a file), the entries that programs import with
// their types, the help pages, and the licence notices of the bundled packages. With --when-needed it installs missing
// packages, and builds only when a source is newer than the last build. It builds beside dist/ and then renames, so that a
// command that starts meanwhile has a whole program.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = path.dirname(fileURLToPath(import.meta.url));
const at = (...parts) => path.join(root, ...parts);
const stamp = at('dist', '.built');
/** Where this build writes. */
const out = (...parts) => at(`.dist-${process.pid}`, ...parts);

/**
 * A start loads one file, and compiling takes time by the size of that file. So commands share a file when each of them
 * needs nearly all of it: all but this many bytes.
 */
const SPARE = 84 * 1024;

/**
 * Packages that only some runs of a command need: each is a file of its own, loaded on first use. Of undici only what
 * src/platform uses is built in.
 */
const PACKAGES = {
  conf: 'module.exports = require("conf").default',
  inquirer: 'module.exports = require("inquirer").default',
  ora: 'module.exports = require("ora").default',
  undici: `
    import Dispatcher from "undici/lib/dispatcher/dispatcher.js";
    import request from "undici/lib/api/api-request.js";
    import connect from "undici/lib/api/api-connect.js";
    import errors from "undici/lib/core/errors.js";
    import Agent from "undici/lib/dispatcher/agent.js";
    import EnvHttpProxyAgent from "undici/lib/dispatcher/env-http-proxy-agent.js";
    import Pool from "undici/lib/dispatcher/pool.js";
    Object.assign(Dispatcher.prototype, { request, connect });
    export { Agent, EnvHttpProxyAgent, Pool, errors };`,
};

/**
 * Parts of packages that are never called, with modules of Node that are slow to load: undici's HTTP/2 (`allowH2` is off) and
 * its bodies of fetch (ours are bytes), chalk's guess of the colours (src/cli/layout.ts says them), commander's programs for
 * subcommands. And `createRequire`: a CommonJS file has its require().
 */
const REPLACED = [
  [/[\\/]undici[\\/]lib[\\/](?:dispatcher[\\/]client-h2|web[\\/]fetch[\\/]body)\.js$/, ''],
  [/[\\/]chalk[\\/]source[\\/]vendor[\\/]supports-color[\\/]index\.js$/, 'export default {}'],
  [/^node:child_process$/, '', /[\\/]commander[\\/]/],
  [/^node:module$/, 'exports.createRequire = () => (name) => require(name)', /[\\/]src[\\/]platform[\\/]/],
];

/** The entries that programs import, each `src/NAME/index.ts`. */
const LIBRARY = ['contract', 'receiver', 'sandbox'];

/** How src/commands.ts loads a command. */
const COMMAND_IMPORT = /\bimport\('([^']+)'\)/g;

if (!process.argv.includes('--when-needed')) await build();
else {
  if (
    !fs.existsSync(at('node_modules', 'esbuild')) ||
    !fs.existsSync(at('node_modules', '@photostructure', 'sqlite'))
  )
    // `prepare` builds, too. `npm ci` would refuse a lock file without the optional packages of other platforms.
    execFileSync('npm', ['install', '--no-save', '--no-audit', '--no-fund'], {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    });
  if (isStale()) await build();
}

function isStale() {
  if (!fs.existsSync(stamp)) return true;
  const built = fs.statSync(stamp).mtimeMs;
  const files = fs.readdirSync(at('src'), { recursive: true, withFileTypes: true });
  const newest = files
    .filter((f) => f.isFile())
    .map((f) => fs.statSync(path.join(f.parentPath, f.name)).mtimeMs);
  return (
    Math.max(
      ...newest,
      fs.statSync(at('package-lock.json')).mtimeMs,
      fs.statSync(at('build.config.mjs')).mtimeMs,
    ) > built
  );
}

async function build() {
  const { build: bundle } = await import('esbuild');
  const { version } = JSON.parse(fs.readFileSync(at('package.json'), 'utf8'));
  process.on('exit', () => fs.rmSync(out(), { recursive: true, force: true }));
  const settings = {
    bundle: true,
    platform: 'node',
    target: 'node20',
    external: ['@photostructure/sqlite'],
    // For packages with both forms: unused parts of ES modules stay out of the bundle.
    mainFields: ['module', 'main'],
    define: { RETURNS_VERSION: JSON.stringify(version) },
    absWorkingDir: root,
    logLevel: 'warning',
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    metafile: true,
  };
  const asModule = {
    ...settings,
    format: 'esm',
    // CommonJS packages in an ES module bundle call require() for Node's own modules.
    banner: { js: "import{createRequire as _cr}from'node:module';const require=_cr(import.meta.url);" },
  };
  // Node starts a CommonJS program without the loader of ES modules, which takes a fifth of the time of `node -e 0`.
  const asProgram = {
    ...settings,
    format: 'cjs',
    define: { ...settings.define, 'import.meta.filename': '__filename', 'import.meta.dirname': '__dirname' },
    supported: { 'dynamic-import': false },
  };
  const { files, main } = await programFiles(bundle, asProgram);
  const results = await Promise.all(
    [
      ...files,
      ...Object.entries(PACKAGES).map(([name, contents]) => ({
        ...asProgram,
        stdin: { contents, resolveDir: root },
        outfile: out('packages', `${name}.cjs`),
        plugins: [replaced()],
      })),
      {
        ...asProgram,
        entryPoints: [at('src/completion/start.ts')],
        outfile: out('completion', 'start.cjs'),
        plugins: [replaced(), wholeModulesOfNode()],
      },
      {
        ...asModule,
        entryPoints: { sandbox: at('src/sandbox/index.ts'), receiver: at('src/receiver/index.ts') },
        outdir: out(),
        splitting: true,
        chunkNames: 'library-[name]-[hash]',
        plugins: [packagesApart('./packages')],
      },
      {
        ...settings,
        format: 'esm',
        platform: 'neutral',
        entryPoints: { contract: at('src/contract/index.ts') },
        outdir: out(),
        plugins: [withoutNode()],
      },
    ].map(bundle),
  );
  results.push(await bundle(main(digests())));
  await writePage(bundle, 'src/calls/inspector/page', 'inspector', ['index.html', '../../../page/icon.svg']);
  await writePage(bundle, 'src/orders/report/page', 'report', ['index.html']);
  await writePage(bundle, 'src/certify/report', 'certify', []);
  await writePage(bundle, 'src/sandbox/pages/operator', 'operator', ['index.html', '../../../page/icon.svg']);
  await writePage(bundle, 'src/sandbox/pages/portal', 'portal', ['index.html']);
  await writeHelp(bundle, asModule);
  await writeCompletion(bundle, asModule);
  writeNotices(results.flatMap(({ metafile }) => Object.keys(metafile.inputs)));
  writeModules(Object.assign({}, ...results.map(({ metafile }) => metafile.outputs)));
  const types = spawnSync(
    process.execPath,
    [at('node_modules/typescript/bin/tsc'), '-p', at('tsconfig.types.json'), '--outDir', out('types')],
    { cwd: root, stdio: 'inherit' },
  );
  if (types.status !== 0) process.exit(1);
  removeUnreachable(LIBRARY.map((name) => out('types', name, 'index.d.ts')));
  fs.writeFileSync(out(path.basename(stamp)), `${version}\n`);
  putInPlace();
}

/** The new build becomes dist/. Another build may do the same at this moment: the last one stays. */
function putInPlace() {
  const old = out('..', `.dist-${process.pid}-old`);
  for (;;) {
    if (fs.existsSync(at('dist'))) fs.renameSync(at('dist'), old);
    try {
      fs.renameSync(out(), at('dist'));
      break;
    } catch (error) {
      if (!['ENOTEMPTY', 'EEXIST'].includes(error.code)) throw error;
    } finally {
      fs.rmSync(old, { recursive: true, force: true });
    }
  }
}

/**
 * How each file of the program is built. `main.cjs` finds the command that the words name and loads the file in `commands/`
 * that has it, which runs the program.
 */
async function programFiles(bundle, settings) {
  const table = fs.readFileSync(at('src', 'commands.ts'), 'utf8');
  const sources = [...new Set([...table.matchAll(COMMAND_IMPORT)].map(([, source]) => source))];
  const fileOf = (commands) => ({
    ...settings,
    entryPoints: [at('src/start.ts')],
    outfile: out('commands', `${nameOf(commands[0])}.cjs`),
    plugins: [packagesApart('../packages'), tableOf(table, commands), replaced(), wholeModulesOfNode()],
  });
  const alone = await Promise.all(
    sources.map(async (source) => {
      const { metafile } = await bundle({ ...fileOf([source]), write: false });
      const [{ inputs }] = Object.values(metafile.outputs);
      return {
        source,
        sizes: new Map(Object.entries(inputs).map(([file, { bytesInOutput }]) => [file, bytesInOutput])),
      };
    }),
  );
  const groups = sharedFiles(alone);
  const contents = `
    import { settleEngine } from './src/platform/engine.ts';
    import { askDirectly, findEntry } from './src/program/words.ts';
    import { foldersOf } from './src/storage/folders.ts';
    settleEngine(foldersOf);
    // Without a command the words are wrong, and every file can say so.
    const entry = findEntry(askDirectly(process.argv.slice(2))) ?? findEntry(['token']);
    entry.load();`;
  const loads = (source) => {
    const { commands } = groups.find((group) => group.commands.includes(source));
    return `loadFile('commands/${nameOf(commands[0])}.cjs')`;
  };
  return {
    files: groups.map(({ commands }) => fileOf(commands)),
    main: (digests) => ({
      ...settings,
      define: { ...settings.define, RETURNS_DIGESTS: JSON.stringify(digests) },
      stdin: { resolveDir: root, contents },
      outfile: out('main.cjs'),
      plugins: [
        tableOf(`import { loadFile } from './platform/engine.ts';\n${table}`, [], loads),
        replaced(),
        wholeModulesOfNode(),
      ],
    }),
  };
}

/** What identifies the content of each file that `main.cjs` may load, by its path in dist/. */
function digests() {
  const files = ['commands', 'packages'].flatMap((folder) =>
    fs.readdirSync(out(folder)).map((name) => `${folder}/${name}`),
  );
  const digestOf = (file) =>
    createHash('sha256')
      .update(fs.readFileSync(out(file)))
      .digest('hex');
  return Object.fromEntries(files.map((file) => [file, digestOf(file)]));
}

function nameOf(source) {
  return source.replace(/^\.\/|commands\/|\.ts$/g, '').replaceAll('/', '-');
}

/** Puts commands that need nearly the same code into groups. */
function sharedFiles(alone) {
  const total = (sizes) => [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const groups = [];
  // Largest first: of a group, the command that is added last needs least.
  for (const { source, sizes } of alone.sort((one, other) => total(other.sizes) - total(one.sizes))) {
    const union = (group) => new Map([...sizes, ...group.sizes]);
    const group = groups.find((each) => total(union(each)) - total(sizes) <= SPARE);
    if (group) Object.assign(group, { commands: [...group.commands, source], sizes: union(group) });
    else groups.push({ commands: [source], sizes });
  }
  return groups;
}

/**
 * The table of commands with these commands built in. One command alone is built in without import(), so that the modules it
 * needs are not begun one by one. What the others load is said by `otherwise`.
 */
function tableOf(table, commands, otherwise = () => 'undefined') {
  const isAlone = commands.length === 1;
  const contents = table.replace(COMMAND_IMPORT, (whole, source) =>
    !commands.includes(source) ? otherwise(source) : isAlone ? 'alone' : whole,
  );
  return {
    name: 'table-of-commands',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /\.cjs$/ }, ({ path: file }) => ({ path: file, external: true }));
      onLoad({ filter: /[\\/]src[\\/]commands\.ts$/ }, () => ({
        contents: isAlone ? `import * as alone from '${commands[0]}';\n${contents}` : contents,
        loader: 'ts',
      }));
    },
  };
}

/** Leaves the import of a package in PACKAGES to the file of that package. */
function packagesApart(folder) {
  const filter = new RegExp(`^(?:${Object.keys(PACKAGES).join('|')})$`);
  return {
    name: 'packages-apart',
    setup: ({ onResolve }) =>
      onResolve({ filter }, ({ path: name }) => ({ path: `${folder}/${name}.cjs`, external: true })),
  };
}

/** A module of Node that our sources import whole: once for all of them, as it is. Otherwise each import copies its names. */
function wholeModulesOfNode() {
  return {
    name: 'whole-modules-of-node',
    setup({ onResolve, onLoad }) {
      const names = { filter: /^node:(?:fs|os|path)$/ };
      onResolve(names, ({ path: name, kind, namespace }) =>
        kind === 'import-statement' && namespace === 'file' ? { path: name, namespace: 'whole' } : undefined,
      );
      onLoad({ ...names, namespace: 'whole' }, ({ path: name }) => ({
        contents: `export default require('${name}')`,
      }));
    },
  };
}

/** The contract runs where there is no Node, too: what it uses of `node:buffer` is made from what every runtime has. */
function withoutNode() {
  const contents = `export function isUtf8(bytes) {
    try { new TextDecoder('utf-8', { fatal: true }).decode(bytes); return true; } catch { return false; }
  }`;
  return {
    name: 'without-node',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^node:buffer$/ }, () => ({ path: 'buffer', namespace: 'without-node' }));
      onLoad({ filter: /./, namespace: 'without-node' }, () => ({ contents }));
    },
  };
}

/** Puts a text in the place of each module in REPLACED. */
function replaced() {
  return {
    name: 'replaced',
    setup({ onResolve, onLoad }) {
      for (const [filter, contents, importers] of REPLACED)
        if (importers) {
          onResolve({ filter }, ({ path: name, importer }) =>
            importers.test(importer) ? { path: name, namespace: 'replaced' } : undefined,
          );
          onLoad({ filter, namespace: 'replaced' }, () => ({ contents, resolveDir: root }));
        } else onLoad({ filter }, () => ({ contents }));
    },
  };
}

/**
 * Removes declarations that the entries of the importable package do not reach: the packages that they import need not be
 * installed.
 */
function removeUnreachable(roots) {
  const reached = new Set();
  const visit = (file) => {
    if (reached.has(file)) return;
    reached.add(file);
    const text = fs.readFileSync(file, 'utf8');
    for (const [, name] of text.matchAll(/\b(?:from |import\()['"](\.[^'"]+)\.ts['"]/g))
      visit(path.join(path.dirname(file), `${name}.d.ts`));
  };
  for (const root of roots) visit(root);
  const folder = out('types');
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && !reached.has(path.join(entry.parentPath, entry.name)))
      fs.rmSync(path.join(entry.parentPath, entry.name));
}

/** Every help page as the program prints it, so that bin/returns.js can print help without loading the program. */
async function writeHelp(bundle, settings) {
  const program = out('help-pages.mjs');
  await bundle({ ...settings, entryPoints: [at('src/program/help-pages.ts')], outfile: program });
  const { helpPages, HELP_WIDTHS } = await import(pathToFileURL(program));
  fs.writeFileSync(out('help.json'), JSON.stringify(await helpPages()));
  fs.writeFileSync(out('help-narrow.json'), JSON.stringify(await helpPages(HELP_WIDTHS.narrow)));
  fs.rmSync(program);
}

/** What completion needs: the words that it offers as a table, and the scripts of the shells. */
async function writeCompletion(bundle, settings) {
  const program = out('completion-words.mjs');
  await bundle({ ...settings, entryPoints: [at('src/program/completion-words.ts')], outfile: program });
  const { completionWords } = await import(pathToFileURL(program));
  const files = {
    readText: (file) => fs.readFileSync(file, 'utf8'),
    list: (folder) => fs.readdirSync(folder).sort(),
  };
  const words = await completionWords({ files, packageFolder: root, cwd: root });
  fs.writeFileSync(out('completion', 'words.json'), JSON.stringify(words));
  fs.rmSync(program);
  const scripts = at('src', 'completion', 'scripts');
  for (const name of fs.readdirSync(scripts))
    fs.copyFileSync(path.join(scripts, name), out('completion', name));
}

/** A page for the browser: its script, if it has one, and its style, built for browsers, and other files as they are. */
async function writePage(bundle, source, name, files) {
  await bundle({
    bundle: true,
    entryPoints: [
      ...(fs.existsSync(at(source, 'main.ts')) ? [{ in: at(source, 'main.ts'), out: 'page' }] : []),
      { in: at(source, 'page.css'), out: 'page' },
    ],
    outdir: out(name),
    format: 'iife',
    platform: 'browser',
    target: ['chrome110', 'firefox110', 'safari16'],
    minify: true,
    legalComments: 'none',
    absWorkingDir: root,
    logLevel: 'warning',
  });
  for (const file of files) fs.copyFileSync(at(source, file), out(name, path.basename(file)));
}

/** Lists the modules in each file of the bundle. A test counts those that an upload loads. */
function writeModules(outputs) {
  const modules = Object.entries(outputs).map(([file, { inputs }]) => [
    path.join('dist', path.relative(out(), at(file))),
    Object.keys(inputs).filter((input) => inputs[input].bytesInOutput > 0),
  ]);
  fs.writeFileSync(out('.modules.json'), JSON.stringify(Object.fromEntries(modules)));
}

/** The licence texts of every bundled package, as the licences require. */
function writeNotices(inputs) {
  const packages = new Set();
  for (const input of inputs) {
    const index = input.lastIndexOf('node_modules/');
    if (index === -1) continue;
    const [first, second] = input.slice(index + 13).split('/');
    packages.add(input.slice(0, index + 13) + (first.startsWith('@') ? `${first}/${second}` : first));
  }
  const texts = [...packages].sort().map((folder) => {
    const about = JSON.parse(fs.readFileSync(at(folder, 'package.json'), 'utf8'));
    const file = fs.readdirSync(at(folder)).find((name) => /^(licen[sc]e|copying)/i.test(name));
    const text = file ? fs.readFileSync(at(folder, file), 'utf8').trim() : `Licence: ${about.license}`;
    return `${about.name} ${about.version} (${about.license})\n\n${text}\n`;
  });
  const head = 'This software contains the following packages.\n\n';
  fs.writeFileSync(out('THIRD-PARTY-LICENSES.txt'), head + texts.join(`\n${'-'.repeat(80)}\n\n`));
}
