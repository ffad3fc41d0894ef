// The table of words for completion, from the table of commands: the build stores it next to the bundle, so that a press
// of Tab loads nothing of the program. The value of a flag and an argument are offered by what stands between <> in their
// declaration, or by the command where that says too little.
import { SETTING_TEXTS } from '../account/values.ts';
import { CALL_KINDS, VERDICTS } from '../calls/record/call-filter.ts';
import { AREAS } from '../certify/certify.ts';
import { type Flag, GLOBAL_FLAGS } from '../cli/command.ts';
import { samplesIn } from '../cli/commands/samples.ts';
import { namedSchemas } from '../cli/commands/schema.ts';
import { COMMANDS, GROUPS } from '../commands.ts';
import type { CommandWords, FlagWords, Offered, Value, WordTable } from '../completion/answer.ts';
import { SHELLS } from '../completion/commands/completion.ts';
import { ALL_RULES } from '../contract/all-rules.ts';
import { ASN_STATUSES } from '../contract/asn-words.ts';
import type { Platform } from '../platform/platform.ts';
import { CLOCK_ACTS } from '../sandbox/commands/clock.ts';
import { DELIVERY_ACTS } from '../sandbox/commands/deliveries.ts';
import { SCENARIO_ACTS } from '../sandbox/commands/scenario.ts';
import { ASSUMPTIONS } from '../sandbox/life-cycle/assumptions.ts';
import { CARRIER_STEPS, WAREHOUSE_STEPS } from '../sandbox/life-cycle/steps.ts';
import { ABILITIES } from '../sandbox/scenarios/abilities.ts';
import { loadScenario, SCENARIO_NAMES } from '../sandbox/scenarios/load-scenarios.ts';
import { triggerList } from '../sandbox/trigger/compose.ts';
import { shippedNames } from '../storage/mappings.ts';
import { BUILT_IN, SETTING_NAMES } from '../storage/profiles.ts';

export async function completionWords(place: ShippedFiles): Promise<WordTable> {
  const values = valuesOf(place);
  const commands: CommandWords[] = [];
  for (const { path, summary, load } of COMMANDS) {
    const { args = '', flags = [] } = await load();
    const names = args.split(' ').flatMap((word) => word.match(/[a-z-]+/) ?? []);
    commands.push({
      path,
      text: summary,
      flags: flags.map((flag) => flagWords(values, flag, path)),
      args: names.flatMap((name) => values.argument(path, name)),
      ...(args.includes('...') ? { takesMore: true } : {}),
    });
  }
  return {
    groups: Object.entries(GROUPS),
    commands,
    globals: [...GLOBAL_FLAGS.map((flag) => flagWords(values, flag, '')), HELP],
  };
}

const HELP: FlagWords = { word: '--help', text: 'show help' };

const flagWords = (values: Values, flag: Flag, command: string): FlagWords => ({
  word: flag.word,
  text: flag.text,
  ...(flag.parse === undefined ? {} : { value: values.flag(flag, command) }),
});

/** Where the files of the package lie. */
type ShippedFiles = Pick<Platform, 'files' | 'packageFolder' | 'cwd'>;

const offered = (words: Iterable<string>, text = ''): Offered[] => [...words].map((word) => [word, text]);
const words = (list: Iterable<string>): Value => ({ words: offered(list) });

const FILES: Value = { paths: 'files' };
const LAST: Offered = ['last', 'the newest'];
const PROFILE: Value = { words: [[BUILT_IN, 'the sandbox on this machine']] };
const SETTINGS: readonly Offered[] = SETTING_NAMES.map((name) => [`${name}=`, SETTING_TEXTS[name]]);

/** By what stands between <> or []. What is not here is free text. */
const BY_PLACEHOLDER: Readonly<Record<string, Value>> = {
  file: FILES,
  files: FILES,
  summaries: FILES,
  dir: { paths: 'folders' },
  folder: { paths: 'folders' },
  run: { words: [LAST] },
  runs: { words: [LAST] },
  ids: { words: [LAST] },
  kinds: words(CALL_KINDS),
  verdicts: words(VERDICTS),
  'code=level': { words: [...ALL_RULES.values()].map(({ code, title }) => [`${code}=`, title]) },
};

/** Where the placeholder says too little: by command and flag, or by flag alone. */
const BY_FLAG: Readonly<Record<string, Value>> = {
  '--profile': PROFILE,
  '--retailer-can': words(ABILITIES),
  'certify --area': words(AREAS),
  '--customer-auth': {
    words: [
      ['basic:', 'a file with USER:PASSWORD'],
      ['header:', 'a file with a header'],
      ['oauth:', 'a file with the client of OAuth 2'],
    ],
  },
  'asns update --status': words(ASN_STATUSES),
  'sandbox assumptions --set': { words: ASSUMPTIONS.map(({ id }) => [`${id}=`, '']) },
  'samples --out': FILES,
};

interface Values {
  flag(flag: Flag, command: string): Value;
  /** What an argument takes, by the words of its command and its name there: one value, or several in turn. */
  argument(command: string, name: string): readonly Value[];
}

function valuesOf(place: ShippedFiles): Values {
  const named = (rows: readonly { name: string; text: string }[]): Offered[] =>
    rows.map(({ name, text }) => [name, text]);
  const scenarios = SCENARIO_NAMES.map((name): Offered => [name, loadScenario(place, name).title]);
  const mapping: Value = { words: offered(shippedNames(place), 'comes with the package') };
  const byArgument: Readonly<Record<string, readonly Value[]>> = {
    'profile show name': [PROFILE],
    'profile use name': [PROFILE],
    'profile set words': [{ words: SETTINGS }],
    'mappings show name': [mapping],
    'mappings path name': [mapping],
    'explain code': [{ words: [...ALL_RULES.values()].map(({ code, title }) => [code, title]) }],
    'schema message': [{ words: namedSchemas(place).map(({ message, title }) => [message, title]) }],
    'samples name': [{ words: Object.entries(samplesIn(place)) }],
    'trigger name': [{ words: named(triggerList().messages) }],
    'completion shell': [words(SHELLS)],
    'sandbox scenario act': [words(SCENARIO_ACTS)],
    'sandbox scenario name': [{ words: [...scenarios, ['all', 'every scenario']], paths: 'files' }],
    'sandbox clock act': [words(CLOCK_ACTS)],
    'sandbox deliveries act': [words(DELIVERY_ACTS)],
    'sandbox carrier step': [words(Object.keys(CARRIER_STEPS))],
    'sandbox warehouse step': [words(WAREHOUSE_STEPS)],
  };
  return {
    flag({ flag, word, choices }, command) {
      if (choices) return words(choices);
      if (word === '--map') return { ...mapping, paths: 'files' };
      const placeholder = /<(.+)>/.exec(flag)?.[1] ?? '';
      return BY_FLAG[`${command} ${word}`] ?? BY_FLAG[word] ?? BY_PLACEHOLDER[placeholder] ?? {};
    },
    argument: (command, name) => byArgument[`${command} ${name}`] ?? [BY_PLACEHOLDER[name] ?? {}],
  };
}
