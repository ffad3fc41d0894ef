// Builds dist/: the program in chunks, of which a command loads those that it needs, the entries that programs import with
// their types, the help pages, and the licence notices of the bundled packages. With --when-needed it installs missing
// packages, and builds only when a source is newer than the last build. It builds beside dist/ and then renames, so that a
// command that starts meanwhile has a whole program. With --dev it runs the words behind it from the sources.
import { execSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import vm from 'node:vm';
import { writeMessageTypes } from './build.types.mjs';

const root = path.dirname(fileURLToPath(import.meta.url));
const at = (...parts) => path.join(root, ...parts);
const stamp = at('dist', '.built');
/** Where this build writes. */
const out = (...parts) => at(`.dist-${process.pid}`, ...parts);

/**
 * Parts of packages that are never called, with modules of Node that are slow to load: undici's HTTP/2 (`allowH2` is off), its
 * bodies of fetch (ours are bytes) and all that src/platform does not use, chalk's guess of the colours (src/cli/presenter.ts says
 * them), commander's programs for subcommands, inquirer's editor. And `createRequire`: a CommonJS file has its require().
 */
const REPLACED = [
  [/[\\/]undici[\\/]lib[\\/](?:dispatcher[\\/]client-h2|web[\\/]fetch[\\/]body)\.js$/, ''],
  [/[\\/]chalk[\\/]source[\\/]vendor[\\/]supports-color[\\/]index\.js$/, 'export default {}'],
  [/[\\/]@inquirer[\\/]external-editor[\\/]/, 'export const editAsync = undefined'],
  [/^node:child_process$/, '', /[\\/]commander[\\/]/],
  [/^node:module$/, 'exports.createRequire = () => (name) => require(name)', /[\\/]src[\\/]platform[\\/]/],
  [
    /^undici$/,
    `import Dispatcher from "undici/lib/dispatcher/dispatcher.js";
     import request from "undici/lib/api/api-request.js";
     import connect from "undici/lib/api/api-connect.js";
     import errors from "undici/lib/core/errors.js";
     import Agent from "undici/lib/dispatcher/agent.js";
     import ProxyAgent from "undici/lib/dispatcher/proxy-agent.js";
     import Pool from "undici/lib/dispatcher/pool.js";
     Object.assign(Dispatcher.prototype, { request, connect });
     export { Agent, ProxyAgent, Pool, errors };`,
    /[\\/]src[\\/]platform[\\/]/,
  ],
];

/** Leaves out what is imported at run time. */
const withoutLater = {
  name: 'without-later',
  setup: ({ onResolve }) =>
    onResolve({ filter: /./ }, ({ path: name, kind }) =>
      kind === 'dynamic-import' ? { path: name, external: true } : undefined,
    ),
};

/** Puts a text in the place of each module in REPLACED. */
const replaced = {
  name: 'replaced',
  setup({ onResolve, onLoad }) {
    for (const [filter, contents, importers] of REPLACED) {
      if (importers)
        onResolve({ filter }, ({ path: name, importer }) =>
          importers.test(importer) ? { path: name, namespace: 'replaced' } : undefined,
        );
      onLoad({ filter, namespace: importers && 'replaced' }, () => ({ contents, resolveDir: root }));
    }
  },
};

const { version } = JSON.parse(fs.readFileSync(at('package.json'), 'utf8'));
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
  plugins: [replaced],
  // Node 20 knows the properties that we use; esbuild would make each such expression anew wherever it is used.
  supported: { 'regexp-unicode-property-escapes': true },
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
  supported: { ...settings.supported, 'dynamic-import': false },
};

/** esbuild; it may not be installed yet when this file is read. */
const bundle = async (options) => (await import('esbuild')).build(options);

/** The entries that programs import, each `src/NAME/index.ts`. */
const LIBRARY = ['contract', 'receiver', 'sandbox'];

/** The folder of each page with a script in dist/, and its sources. */
const PAGES = {
  inspector: 'src/calls/inspector/page',
  operator: 'src/sandbox/pages/operator',
  portal: 'src/sandbox/pages/portal',
};

const [mode, ...words] = process.argv.slice(2);
if (mode === '--dev') await runFromSources();
else if (mode !== '--when-needed') await build();
else {
  if (['esbuild', '@photostructure/sqlite'].some((name) => !fs.existsSync(at('node_modules', name))))
    // `prepare` builds, too. `npm ci` would refuse a lock file without the optional packages of other platforms.
    execSync('npm install --no-save --no-audit --no-fund', { cwd: root, stdio: 'inherit' });
  if (isStale(stamp)) await build();
}

/** Runs the program as one file, which is built in a second when a source is newer; pages and help are those of the last build. */
async function runFromSources() {
  const outfile = at('dist', 'dev.cjs');
  if (isStale(outfile)) await bundle({ ...asProgram, entryPoints: ['src/start.ts'], outfile });
  process.argv = [process.execPath, outfile, ...words];
  createRequire(import.meta.url)(outfile);
}

/** Whether a source, or the list of the packages, is newer. */
function isStale(target) {
  const built = fs.statSync(target, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = fs.readdirSync(at('src'), { recursive: true }).map((name) => path.join('src', name));
  return [...sources, 'package-lock.json', 'build.config.mjs', 'build.types.mjs'].some(
    (name) => fs.statSync(at(name)).mtimeMs > built,
  );
}

async function build() {
  process.on('exit', () => fs.rmSync(out(), { recursive: true, force: true }));
  const types = writeTypes();
  const results = await Promise.all([
    ...(await writeProgram()),
    bundle({ ...asProgram, entryPoints: ['src/completion/start.ts'], outfile: out('completion/start.cjs') }),
    bundle({
      ...asModule,
      entryPoints: { sandbox: 'src/sandbox/index.ts', receiver: 'src/receiver/index.ts' },
      outdir: out(),
      splitting: true,
      chunkNames: 'library-[name]-[hash]',
    }),
    bundle({
      ...settings,
      format: 'esm',
      platform: 'neutral',
      entryPoints: { contract: 'src/contract/index.ts' },
      outdir: out(),
    }),
  ]);
  await writePages();
  await writeTexts();
  writeNotices(results.flatMap(({ metafile }) => Object.keys(metafile.inputs)));
  writeModules(Object.assign({}, ...results.map(({ metafile }) => metafile.outputs)));
  await types;
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
 * The program: chunks that share what several commands need, all in one file, and `main.cjs`, which loads those that a command
 * needs (src/platform/engine.ts).
 */
async function writeProgram() {
  const program = await bundle({
    ...asProgram,
    format: 'esm',
    supported: settings.supported,
    splitting: true,
    entryPoints: ['src/start.ts'],
    outdir: out('program'),
    outExtension: { '.js': '.cjs' },
    write: false,
  });
  const index = {};
  let whole = '';
  let start = 0;
  for (const { path: file, text } of program.outputFiles) {
    const chunk = `(function(exports,require,module,__filename,__dirname){${asCommonJs(text)}\n})\n`;
    // What asCommonJs did not see would fail in a command.
    new vm.Script(chunk);
    if (/\bimport\(/.test(chunk)) throw new Error(`${file} has an import() that was not turned`);
    const length = Buffer.byteLength(chunk);
    index[path.basename(file)] = [start, length];
    start += length;
    whole += chunk;
  }
  fs.mkdirSync(out(), { recursive: true });
  fs.writeFileSync(out('program.js'), whole);
  const digest = createHash('sha256').update(whole).digest('hex');
  const main = await bundle({
    ...asProgram,
    define: {
      ...asProgram.define,
      RETURNS_CHUNKS: JSON.stringify(index),
      RETURNS_DIGEST: JSON.stringify(digest),
    },
    stdin: {
      resolveDir: root,
      contents: `
        import { loadProgram } from './src/platform/engine.ts';
        import { askDirectly, findEntry } from './src/program/find-command.ts';
        import { foldersOf } from './src/storage/folders.ts';
        loadProgram(findEntry(askDirectly(process.argv.slice(2)))?.path ?? 'none', foldersOf);`,
    },
    outfile: out('main.cjs'),
    plugins: [withoutLater, replaced],
  });
  return [program, main];
}

/**
 * A chunk as CommonJS. esbuild's own way makes every import a property with two getters, which makes a check of many orders 15 %
 * slower; here imports are constants. So no chunk may set an export again after it ran: neither our sources nor the packages do.
 */
function asCommonJs(text) {
  const pairs = (list) => list.split(',').map((one) => one.split(' as '));
  const imports =
    /(?<=^|[;}\n])import(?:\s*\{([^}]*)\}from|\s*\*as ([\w$]+) from|\s+([\w$]+) from)?"([^"]+)";/g;
  let head = '"use strict";';
  const body = text
    .replace(imports, (_, some, whole, only, from) => {
      const kept = some ? `{${pairs(some).map(([name, as = name]) => `${name}:${as}`)}}` : (whole ?? only);
      head += kept ? `const ${kept}=require("${from}");` : `require("${from}");`;
      return '';
    })
    .replace(/export\{([^}]*)\};\s*$/, (_, list) => {
      const given = pairs(list).map(([name, as = name]) => `${as}:${name}`);
      return `Object.assign(exports,{${given}});`;
    })
    .replace(/\bimport\(("(?:\.\/[\w-]+\.cjs|node:[\w/]+)")\)/g, 'Promise.resolve().then(()=>require($1))');
  return head + body;
}

/** The declarations of the library, without those that its entries do not reach: what they import need not be installed. */
async function writeTypes() {
  const folder = out('types');
  const tsc = [at('node_modules/typescript/bin/tsc'), '-p', at('tsconfig.types.json'), '--outDir', folder];
  const child = spawn(process.execPath, tsc, { cwd: root, stdio: 'inherit' });
  process.once('exit', () => child.kill());
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) process.exit(1);
  await writeMessageTypes(path.join(folder, 'contract'), (sources) =>
    exportsOf('shapes.mjs', ...sources.map((source) => `export * from './src/contract/${source}';`)),
  );
  const reached = new Set(LIBRARY.map((name) => path.join(folder, name, 'index.d.ts')));
  // What is added meanwhile is visited, too.
  for (const file of reached) {
    const imports = fs.readFileSync(file, 'utf8').matchAll(/\b(?:from |import\()['"](\.[^'"]+)\.ts['"]/g);
    for (const [, name] of imports) reached.add(path.join(path.dirname(file), `${name}.d.ts`));
  }
  const written = fs.readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.ts'));
  for (const file of written.map((name) => path.join(folder, name))) if (!reached.has(file)) fs.rmSync(file);
}

/** Every help page as the program prints it, for bin/returns.js; the words that completion offers, and the scripts of the shells. */
async function writeTexts() {
  const { helpPages, completionWords, realFiles } = await exportsOf(
    'texts.mjs',
    `export { helpPages } from './src/program/help-pages.ts';`,
    `export { completionWords } from './src/program/completion-words.ts';`,
    `export { realFiles } from './src/platform/files.ts';`,
  );
  const write = (name, value) => fs.writeFileSync(out(name), JSON.stringify(value));
  write('help.json', await helpPages());
  write('completion/words.json', await completionWords({ files: realFiles, packageFolder: root, cwd: root }));
  fs.cpSync(at('src', 'completion', 'scripts'), out('completion'), { recursive: true });
}

/** What these lines of a module export, to be used here. */
async function exportsOf(name, ...lines) {
  const outfile = out(name);
  await bundle({ ...asModule, stdin: { contents: lines.join('\n'), resolveDir: root }, outfile });
  const exported = await import(pathToFileURL(outfile));
  fs.rmSync(outfile);
  return exported;
}

/** The pages for the browser: of each its script and its style, and the style of those that have no script. */
async function writePages() {
  const entryPoints = Object.entries(PAGES).flatMap(([name, source]) =>
    ['main.ts', 'page.css'].map((file) => ({ in: at(source, file), out: `${name}/page` })),
  );
  await bundle({
    ...settings,
    entryPoints: [...entryPoints, { in: at('src/page/styles/paper.css'), out: 'paper' }],
    outdir: out(),
    format: 'iife',
    platform: 'browser',
    target: ['chrome110', 'firefox110', 'safari16'],
    minify: true,
  });
  fs.copyFileSync(at('src/page/icon.svg'), out('icon.svg'));
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
  const folders = inputs.map((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0]);
  const texts = [...new Set(folders)]
    .filter(Boolean)
    .sort()
    .map((folder) => {
      const about = JSON.parse(fs.readFileSync(at(folder, 'package.json'), 'utf8'));
      const file = fs.readdirSync(at(folder)).find((name) => /^(licen[sc]e|copying)/i.test(name));
      const text = file ? fs.readFileSync(at(folder, file), 'utf8').trim() : `Licence: ${about.license}`;
      return `${about.name} ${about.version} (${about.license})\n\n${text}\n`;
    });
  const head = 'This software contains the following packages.\n\n';
  fs.writeFileSync(out('THIRD-PARTY-LICENSES.txt'), head + texts.join(`\n${'-'.repeat(80)}\n\n`));
}
