// Suggestions for command words that do not exist: words from other tools, or a command in the wrong group.
import { didYouMean } from '../basics/text.ts';
import { COMMANDS, GROUPS } from '../commands.ts';
import { findEntry, wordsOf } from './words.ts';

/** Whole phrases whose replacement has other words. */
export const MOVED: Readonly<Record<string, string>> = {
  'asns cancel': 'asns update ASN_NUMBER --status cancelled',
  'asns delete': 'asns update ASN_NUMBER --status cancelled',
  'asns import': 'asns adopt FILE',
  'orders list': 'runs list, or of one order: orders show ID',
  'orders history': 'orders show ID --history',
  'orders status': 'orders show ID',
  'orders delete': 'orders forget --run RUN',
  'orders remove': 'orders forget --run RUN',
  'orders cancel': 'orders upload FILE, with the order as Cancelled',
  'orders return': 'orders refund ID --from FILE',
  'orders resume': 'the upload again: it goes on where it ended',
  'profile add': 'profile set NAME KEY=VALUE',
  'profile create': 'profile set NAME KEY=VALUE',
  'config set': 'profile set KEY=VALUE',
  'config get': 'profile show',
  'config list': 'profile show',
  'config show': 'profile show',
  'runs resume': 'the upload again: it goes on where it ended',
  'runs delete': 'orders forget --run RUN',
  'calls forward': 'listen --forward-to URL',
  'calls listen': 'listen',
  'sandbox stop': 'Ctrl-C where it was started',
  auth: 'login',
  signin: 'login',
  'sign-in': 'login',
  signout: 'logout',
  init: 'login',
  setup: 'login',
  configure: 'profile set KEY=VALUE',
  backfill: 'orders upload FILE',
  map: 'orders map FILE',
  history: 'runs list',
  ledger: 'runs list',
  webhook: 'listen',
  webhooks: 'listen',
  serve: 'listen',
  receive: 'listen',
  forward: 'listen --forward-to URL',
  server: 'sandbox start',
  mock: 'sandbox start',
  rules: 'explain',
};

/** Synonyms of command words, the most likely replacement first. */
export const SAME: Readonly<Record<string, readonly string[]>> = {
  ls: ['list'],
  all: ['list'],
  rm: ['remove', 'purge', 'forget'],
  del: ['remove', 'purge', 'forget'],
  delete: ['remove', 'purge', 'forget'],
  clear: ['reset', 'purge'],
  clean: ['reset', 'purge'],
  get: ['show'],
  view: ['show'],
  info: ['show', 'status'],
  cat: ['show'],
  describe: ['show'],
  add: ['create', 'set'],
  new: ['create', 'set'],
  edit: ['update', 'set'],
  change: ['update', 'set'],
  send: ['upload', 'create', 'replay'],
  push: ['upload', 'create'],
  post: ['upload', 'create'],
  import: ['upload', 'create'],
  announce: ['create'],
  validate: ['check'],
  verify: ['check'],
  lint: ['check'],
  dryrun: ['check'],
  example: ['template'],
  sample: ['template'],
  retry: ['replay'],
  resend: ['replay'],
  run: ['start'],
  up: ['start'],
  serve: ['start'],
  select: ['use'],
  switch: ['use'],
};

/** The first unknown word, with a suggested command. */
export function unknownCommandWord(argv: readonly string[]): { word: string; meant?: string } | undefined {
  const [first, second] = wordsOf(argv);
  if (first === undefined || findEntry(argv)) return undefined;
  const isGroup = GROUPS[first] !== undefined;
  const word = isGroup ? second : first;
  if (word === undefined) return undefined;
  const meant = isGroup ? meantInGroup(first, word) : meantFirst(first, second);
  return { word, ...(meant === undefined ? {} : { meant }) };
}

const PATHS = COMMANDS.map(({ path }) => path.split(' '));
const secondsOf = (group: string): string[] =>
  PATHS.flatMap(([first, second]) => (first === group && second !== undefined ? [second] : []));

function meantInGroup(group: string, word: string): string | undefined {
  const known = secondsOf(group);
  const moved = MOVED[`${group} ${word}`];
  if (moved !== undefined) return moved;
  const same = SAME[word]?.find((other) => known.includes(other)) ?? didYouMean(word, known);
  if (same !== undefined) return `${group} ${same}`;
  // A command word in the wrong group, or a command without a group.
  return PATHS.some(([first, second]) => second === undefined && first === word) ? word : elsewhere(word);
}

/** Suggests a command for a first word that is neither a command nor a group. */
function meantFirst(word: string, next: string | undefined): string | undefined {
  const near = didYouMean(word, new Set(PATHS.map(([first]) => first!)));
  // For a misspelt group, `run list`, both words together give a better suggestion.
  const whole =
    near !== undefined && next !== undefined && GROUPS[near] !== undefined
      ? secondsOf(near).includes(next)
        ? `${near} ${next}`
        : meantInGroup(near, next)
      : undefined;
  return (
    MOVED[`${near} ${next}`] ??
    MOVED[word] ??
    whole ??
    elsewhere(word, []) ??
    near ??
    elsewhere(word) ??
    elsewhere(didYouMean(word, new Set(PATHS.flatMap(([, second]) => second ?? []))) ?? '')
  );
}

/** For `upload` without a group: the groups that have such a command, `orders upload`. */
function elsewhere(word: string, same: readonly string[] = SAME[word] ?? []): string | undefined {
  for (const each of [word, ...same]) {
    const found = PATHS.flatMap(([group, second]) =>
      second === each && group !== 'help' ? [`${group} ${each}`] : [],
    );
    if (found.length > 0) return found.join(', ');
  }
  return undefined;
}
