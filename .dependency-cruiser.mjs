// The import rules of src/, one sentence a rule: kept by test/house/import-rules.test.ts, drawn by `npm run graph`.

/** From top to bottom: a folder imports only from those below it. Folders of one row do not see each other. */
export const ORDER = [
  ['start'],
  ['main'],
  ['program'],
  ['commands'],
  ['certify'],
  ['agreements'],
  ['demo'],
  ['doctor', 'status', 'reconcile', 'completion', 'receiver'],
  ['calls'],
  ['orders', 'asns', 'mappings'],
  ['runs'],
  ['account'],
  ['cli', 'sending', 'input'],
  ['storage'],
  ['contract'],
  ['page'],
  ['platform'],
  ['basics'],
];

/** A folder of src/, or a file that stands alone in it. */
const within = (names) => `^src/(?:${names.join('|')})(?:/|\\.ts$)`;
const listed = (names) => (names.length === 0 ? 'nothing' : names.join(', '));

/** What computes only: it may be used everywhere. */
const PURE_NODE = '^(?:node:)?(?:path|buffer|util|string_decoder)$';
const PLATFORM_INTERFACES = '^src/platform/(?:platform|programs)\\.ts$';
const COMMANDS_OR_TEXT = '^src/.+/(?:commands|text)/';
const SANDBOX_DOOR = '^src/sandbox/index\\.ts$';
/** The entries of the library: what programs import. */
const LIBRARY_DOORS = '^src/(?:contract|receiver|sandbox)/index\\.ts$';
const BEGINNINGS =
  '^src/(?:start|platform/engine|sandbox/index|contract/index|receiver/index|completion/start|program/help-pages|program/completion-words|(?:calls/inspector/page|sandbox/pages/operator|sandbox/pages/portal)/main)\\.ts$';
/** The pages, each a folder of its own. */
const EACH_PAGE = 'calls/inspector/page|sandbox/pages/operator|sandbox/pages/portal';
/** What both sides of a page use: the browser, and the server of the page. */
const BOTH_SIDES = '^src/page/(?:server/|session-token\\.ts$)';
/** Code that runs in a browser: what the pages share, and each page. */
const PAGES = `^src/(?:page|${EACH_PAGE})/`;
const SANDBOX_COMMANDS = '^src/sandbox/(?:commands|text)/';

/** What RMAs say is read from the calls record; nothing there knows of orders. */
const CALLS_INDEX = '^src/calls/record/index-record\\.ts$';

const order = ORDER.flatMap((row, i) =>
  row.map((name) => {
    const below = ORDER.slice(i + 1).flat();
    const barred = [
      ...ORDER.slice(0, i + 1)
        .flat()
        .filter((other) => other !== name),
    ];
    const sandbox = i <= ORDER.findIndex((other) => other.includes('demo'));
    return {
      name: `order-${name}`,
      severity: 'error',
      comment: `src/${name} imports only from what lies below it: ${listed([...below, ...(sandbox ? ['sandbox'] : [])])}${name === 'orders' ? ', and the index of the calls record' : ''}.`,
      from: { path: within([name]) },
      to: {
        path: within(sandbox ? barred : [...barred, 'sandbox']),
        ...(name === 'orders' && { pathNot: CALLS_INDEX }),
      },
    };
  }),
).filter(({ to }) => to.path !== within([]));

/** Inside subjects, from top to bottom: the same. Those of the first row may import all others. */
const ROOMS = {
  calls: [['inspector'], ['receive'], ['replay', 'refunds'], ['messages'], ['record'], ['events']],
  orders: [['commands', 'text', 'report', 'map', 'audit', 'look', 'refund', 'upload'], ['read'], ['compare']],
};
const OTHER_COLUMNS = '^src/orders/map/write/other-columns\\.ts$';
const DUE_REFUNDS = '^src/calls/refunds/due-refunds\\.ts$';
const insideSubjects = Object.entries(ROOMS).flatMap(([subject, rows]) =>
  rows.slice(1).flatMap((row, i) =>
    row.map((name) => {
      const above = rows.slice(0, i + 2).flat();
      const isRecord = name === 'record';
      return {
        name: `${subject}-${name}`,
        severity: 'error',
        comment: `Of src/${subject}, ${name} imports only what lies below it: ${listed(rows.slice(i + 2).flat())}${isRecord ? ', and when a refund is due' : name === 'read' ? ', and what a mapping says of other columns' : ''}.`,
        from: { path: `^src/${subject}/${name}(?:/|\\.ts$)` },
        to: {
          path: `^src/${subject}/(?:${above.filter((other) => other !== name).join('|')})/`,
          ...(isRecord && { pathNot: DUE_REFUNDS }),
          ...(name === 'read' && { pathNot: OTHER_COLUMNS }),
        },
      };
    }),
  ),
);

/** Packages with the folders that may import them. */
const packages = [
  [
    'platform',
    '@photostructure/sqlite|@napi-rs/keyring|undici|conf',
    '^src/platform/',
    'Only src/platform imports the database, undici and conf.',
  ],
  [
    'terminal',
    'chalk|ora|inquirer|@inquirer',
    '^src/(?:cli/|[^/]+/text/)',
    'Only src/cli and the text of a subject import chalk, ora and inquirer.',
  ],
  ['commander', 'commander', '^src/program/', 'Only src/program imports commander.'],
  [
    'zod',
    'zod',
    '^src/(?:contract|input|sandbox)/',
    'Only src/contract, src/input and src/sandbox import zod.',
  ],
  ['csv-parse', 'csv-parse', '^src/input/', 'Only src/input imports csv-parse.'],
].map(([name, names, home, comment]) => ({
  name: `package-${name}`,
  severity: 'error',
  comment,
  from: { path: '^src/', pathNot: home },
  to: { path: [`^(?:${names})(?:/|$)`, `(?:^|/)node_modules/(?:${names})/`] },
}));

export default {
  forbidden: [
    ...order,
    ...insideSubjects,
    {
      name: 'sandbox-stands-alone',
      severity: 'error',
      comment:
        'The sandbox is a service of its own: it imports contract, storage, basics, what pages share (src/page) and the interfaces of platform, no code of the client.',
      from: { path: '^src/sandbox/', pathNot: [SANDBOX_COMMANDS, SANDBOX_DOOR] },
      to: { path: '^src/', pathNot: ['^src/(?:sandbox|contract|storage|page|basics)/', PLATFORM_INTERFACES] },
    },
    {
      name: 'sandbox-commands',
      severity: 'error',
      comment:
        'The commands of the sandbox and their text are like others: they may use cli, and the settings of account, besides what the sandbox uses.',
      from: { path: SANDBOX_COMMANDS },
      to: {
        path: '^src/',
        pathNot: ['^src/(?:sandbox|cli|account|contract|storage|basics)/', PLATFORM_INTERFACES],
      },
    },
    {
      name: 'sandbox-engine-and-commands',
      severity: 'error',
      comment: 'The door and the engine of the sandbox know nothing of its commands and their text.',
      from: { path: '^src/sandbox/', pathNot: SANDBOX_COMMANDS },
      to: { path: SANDBOX_COMMANDS },
    },
    {
      name: 'one-judge',
      severity: 'error',
      comment:
        'certify asks the judge of a retailer and nothing else of the sandbox; its commands take the flags of the judge as well.',
      from: { path: '^src/certify/' },
      to: { path: '^src/sandbox/', pathNot: '^src/sandbox/(?:judge|commands/judge-flags)\\.ts$' },
    },
    {
      name: 'platform-comes-in',
      severity: 'error',
      comment:
        'The real platform is put in at the doors (src/start.ts, src/completion/start.ts, and index.ts of contract, receiver and sandbox); everybody else is given its interfaces.',
      from: { path: '^src/', pathNot: ['^src/platform/', '^src/(?:completion/)?start\\.ts$', LIBRARY_DOORS] },
      to: { path: '^src/platform/', pathNot: PLATFORM_INTERFACES },
    },
    {
      name: 'node',
      severity: 'error',
      comment: 'Only src/platform imports modules of Node that reach the machine.',
      from: { path: '^src/', pathNot: '^src/platform/' },
      to: { dependencyTypes: ['core'], pathNot: PURE_NODE },
    },
    ...packages,
    {
      name: 'engine-and-commands',
      severity: 'error',
      comment: 'An engine knows neither commands nor text: it emits events and returns data.',
      from: { path: '^src/[^/]+/', pathNot: [COMMANDS_OR_TEXT, '^src/program/'] },
      to: { path: COMMANDS_OR_TEXT },
    },
    {
      name: 'engine-and-cli',
      severity: 'error',
      comment:
        'An engine does not know what commands share: of cli it sees only the interface for questions (src/cli/ask.ts).',
      from: {
        path: '^src/(?:certify|doctor|status|reconcile|completion|receiver|calls|orders|asns|mappings|runs|account)/',
        pathNot: [COMMANDS_OR_TEXT, '-flags\\.ts$'],
      },
      to: { path: '^src/cli/', pathNot: '^src/cli/ask\\.ts$' },
    },
    {
      name: 'text-and-commands',
      severity: 'error',
      comment: 'Text is drawn from data: it does not know which command shows it.',
      from: { path: '^src/.+/text/' },
      to: { path: '^src/.+/commands/' },
    },
    {
      name: 'page',
      severity: 'error',
      comment:
        'A page runs in a browser: it imports its own files, what the pages share, basics, and the types it shares with the program.',
      from: {
        path: '^src/(calls/inspector|sandbox/pages)/(page|operator|portal)/',
      },
      to: {
        pathNot: ['^src/$1/(?:$2/|types\\.ts$)', '^src/page/(?!server/)', '^src/basics/'],
      },
    },
    {
      name: 'page-in-browser',
      severity: 'error',
      comment:
        'What the pages share in the browser imports basics only; the server of a page is in src/page/server.',
      from: { path: '^src/page/', pathNot: '^src/page/server/' },
      to: { path: '^src/', pathNot: ['^src/page/(?!server/)', '^src/basics/'] },
    },
    {
      name: 'page-is-apart',
      severity: 'error',
      comment: 'Nobody but a page imports the code of a page.',
      from: { path: '^src/', pathNot: [PAGES] },
      to: { path: PAGES, pathNot: BOTH_SIDES },
    },
    {
      name: 'page-server',
      severity: 'error',
      comment: 'The server of a page knows no code of the browser but what both agree on.',
      from: { path: '^src/page/server/' },
      to: { path: PAGES, pathNot: BOTH_SIDES },
    },
    {
      name: 'no-circles',
      severity: 'error',
      comment: 'There are no circles between files.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolves',
      severity: 'error',
      comment: 'Every import of a file of ours names a file that is there, with its extension.',
      from: {},
      to: { couldNotResolve: true, path: '^\\.' },
    },
    {
      name: 'nothing-unused',
      severity: 'error',
      comment:
        'Every file is reached from where the program, the sandbox, the pages of help or a page for the browser begin.',
      from: { path: BEGINNINGS },
      to: { path: '^src/', pathNot: BEGINNINGS, reachable: false },
    },
  ],
  options: {
    // The compiler of TypeScript 7 has no interface for programs yet; swc reads the same syntax.
    parser: 'swc',
    // Imports of types count, too.
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
