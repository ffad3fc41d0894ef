// Builds dist/: one ES module bundle split by command, the help pages, the types of the entry that programs import, and
// the licence notices of the bundled packages. With --when-needed it installs missing packages, and builds only when a
// source is newer than the last build.
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = path.dirname(fileURLToPath(import.meta.url));
const at = (...parts) => path.join(root, ...parts);
const stamp = at('dist', '.built');

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
  fs.rmSync(at('dist'), { recursive: true, force: true });
  const settings = {
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: ['@photostructure/sqlite'],
    // For packages with both forms: unused parts of ES modules stay out of the bundle.
    mainFields: ['module', 'main'],
    define: { RETURNS_VERSION: JSON.stringify(version) },
    // CommonJS packages in an ES module bundle call require() for Node's own modules.
    banner: { js: "import{createRequire as _cr}from'node:module';const require=_cr(import.meta.url);" },
    absWorkingDir: root,
    logLevel: 'warning',
  };
  const result = await bundle({
    ...settings,
    entryPoints: { main: at('src/start.ts'), sandbox: at('src/sandbox/index.ts') },
    outdir: at('dist'),
    splitting: true,
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    chunkNames: 'parts/[name]-[hash]',
    metafile: true,
  });
  await writeInspector(bundle);
  await writeHelp(bundle, settings);
  writeNotices(Object.keys(result.metafile.inputs));
  writeModules(result.metafile.outputs);
  const types = spawnSync(
    process.execPath,
    [at('node_modules/typescript/bin/tsc'), '-p', at('tsconfig.types.json')],
    { cwd: root, stdio: 'inherit' },
  );
  if (types.status !== 0) process.exit(1);
  removeUnreachable(at('dist/types/sandbox/index.d.ts'));
  fs.writeFileSync(stamp, `${version}\n`);
}

/**
 * Removes declarations that the entry of the importable package does not reach: the packages that they import need not
 * be installed.
 */
function removeUnreachable(root) {
  const reached = new Set();
  const visit = (file) => {
    if (reached.has(file)) return;
    reached.add(file);
    const text = fs.readFileSync(file, 'utf8');
    for (const [, name] of text.matchAll(/\b(?:from |import\()['"](\.[^'"]+)\.ts['"]/g))
      visit(path.join(path.dirname(file), `${name}.d.ts`));
  };
  visit(root);
  const folder = at('dist', 'types');
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && !reached.has(path.join(entry.parentPath, entry.name)))
      fs.rmSync(path.join(entry.parentPath, entry.name));
}

/** Every help page as the program prints it, so that bin/returns.js can print help without loading the program. */
async function writeHelp(bundle, settings) {
  const program = at('dist', 'help-pages.mjs');
  await bundle({ ...settings, entryPoints: [at('src/program/help-pages.ts')], outfile: program });
  const { helpPages, HELP_WIDTHS } = await import(pathToFileURL(program));
  fs.writeFileSync(at('dist', 'help.json'), JSON.stringify(await helpPages()));
  fs.writeFileSync(at('dist', 'help-narrow.json'), JSON.stringify(await helpPages(HELP_WIDTHS.narrow)));
  fs.rmSync(program);
}

/** The inspector's page: separate files, because a browser runs them. */
async function writeInspector(bundle) {
  await bundle({
    bundle: true,
    entryPoints: [
      { in: at('src/calls/inspector/page/main.ts'), out: 'page' },
      { in: at('src/calls/inspector/page/page.css'), out: 'page' },
    ],
    outdir: at('dist', 'inspector'),
    format: 'iife',
    platform: 'browser',
    target: ['chrome110', 'firefox110', 'safari16'],
    minify: true,
    legalComments: 'none',
    absWorkingDir: root,
    logLevel: 'warning',
  });
  for (const file of ['index.html', 'icon.svg'])
    fs.copyFileSync(at('src', 'calls', 'inspector', 'page', file), at('dist', 'inspector', file));
}

/** Lists the modules in each file of the bundle. A test counts those that an upload loads. */
function writeModules(outputs) {
  const modules = Object.entries(outputs).map(([file, { inputs }]) => [
    file,
    Object.keys(inputs).filter((input) => inputs[input].bytesInOutput > 0),
  ]);
  fs.writeFileSync(at('dist', '.modules.json'), JSON.stringify(Object.fromEntries(modules)));
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
  fs.writeFileSync(at('dist', 'THIRD-PARTY-LICENSES.txt'), head + texts.join(`\n${'-'.repeat(80)}\n\n`));
}
