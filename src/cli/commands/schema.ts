// `returns schema`: the JSON Schema of a message or of a document of the sandbox, the OpenAPI document, or the list of them.

import path from 'node:path';
import { EXIT } from '../../basics/exit-codes.ts';
import { usageFailure } from '../../basics/failure.ts';
import { isObject } from '../../basics/json.ts';
import { meantText } from '../../basics/text.ts';
import { VERSION } from '../../basics/version.ts';
import { jsonSchemaOf, MESSAGES, type MessageName } from '../../contract/messages.ts';
import { openApi } from '../../contract/openapi.ts';
import { agreedSpelling } from '../../contract/status-spelling.ts';
import type { Platform } from '../../platform/platform.ts';
import { agreedIn } from '../../storage/agreements.ts';
import { defineCommand } from '../command.ts';

const NAMES = Object.keys(MESSAGES) as MessageName[];
const OPENAPI = 'openapi';

/** Schemas that lie as files in samples/schemas/. */
const FILES = {
  mapping: 'Mapping of an export (--map FILE)',
  'sandbox-faults': 'Fault rules of the sandbox (sandbox start --faults FILE)',
  scenario: 'Scenario of the sandbox (sandbox scenario run FILE)',
  sandbox: 'The routes of a sandbox over HTTP, and every document below',
} as const;

export const command = defineCommand({
  args: '[message]',
  examples: [
    ['returns schema', 'list the messages'],
    ['returns schema order > order.schema.json', 'for an editor or a validator'],
    ['returns schema sandbox', 'what a sandbox answers over HTTP'],
    ['returns schema openapi > openapi.json', 'every endpoint, for a generator of clients and servers'],
  ],
  async run({ platform, folders, globals, show }, [name]) {
    const known = NAMES.find((message) => message === name);
    const documents = known ? {} : documentsIn(platform);
    if (name === undefined) {
      const messages = namedSchemas(platform);
      await show.result({ schema: 'message-list/1', messages }, () =>
        messages.map(({ message, title }) => `${message.padEnd(22)}${title}`).join('\n'),
      );
      show.next('returns schema order');
      return EXIT.done;
    }
    const spelling = () => agreedSpelling(agreedIn(platform, folders, globals).answers);
    const document = known
      ? jsonSchemaOf(known, spelling())
      : (fileNamed(platform, name) ?? new Map(Object.entries(documents)).get(name));
    if (name === OPENAPI) {
      const whole = openApi(VERSION, spelling());
      await show.result({ schema: 'openapi/1', ...whole }, () => JSON.stringify(whole, null, 2), {
        verbatim: true,
      });
      return EXIT.done;
    }
    if (!document) {
      const all = [...NAMES, ...Object.keys(FILES), OPENAPI, ...Object.keys(documents)];
      throw usageFailure(
        'schema.unknown',
        `There is no message ${JSON.stringify(name)}.${meantText(name, all)}`,
        {
          expected: NAMES.join(', '),
          found: name,
          hint: 'List the messages with: returns schema',
        },
      );
    }
    await show.result({ schema: 'json-schema/1', ...document }, () => JSON.stringify(document, null, 2), {
      verbatim: true,
    });
    return EXIT.done;
  },
});

type Schema = Readonly<Record<string, unknown>>;
type Place = Pick<Platform, 'files' | 'packageFolder'>;

/** Every name that the command takes, in the order of its list. */
export const namedSchemas = (place: Place) => [
  ...NAMES.map((message) => ({ message: message as string, title: MESSAGES[message].title as string })),
  ...Object.entries(FILES).map(([message, title]) => ({ message, title })),
  { message: OPENAPI, title: 'Every endpoint of both sides as OpenAPI 3.1' },
  ...Object.entries(documentsIn(place)).map(([message, { description }]) => ({
    message,
    title: firstSentence(String(description)),
  })),
];

function fileNamed(platform: Place, name: string) {
  if (!Object.hasOwn(FILES, name)) return undefined;
  const file = path.join(platform.packageFolder, 'samples', 'schemas', `${name}.schema.json`);
  return JSON.parse(platform.files.readText(file)) as Schema;
}

/** The documents of the sandbox by name, with the keyword that says which JSON Schema it is. */
function documentsIn(platform: Place): Readonly<Record<string, Schema>> {
  const { $schema, $defs } = fileNamed(platform, 'sandbox') ?? {};
  if (!isObject($defs)) return {};
  return Object.fromEntries(
    Object.entries($defs).map(([name, schema]) => [
      name,
      { $schema, title: `${name}/1`, ...(schema as Schema) },
    ]),
  );
}

const firstSentence = (text: string): string => /^.*?[^.]+(?=[.:] |\.?$)/.exec(text)?.[0] ?? text;
