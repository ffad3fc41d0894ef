// `returns schema`: the JSON Schema of a message, or the list of messages.
import { EXIT } from '../../basics/exit.ts';
import { usageFailure } from '../../basics/failure.ts';
import { meantText } from '../../basics/text.ts';
import { jsonSchemaOf, MESSAGES, type MessageName } from '../../contract/messages.ts';
import { defineCommand } from '../command.ts';

const NAMES = Object.keys(MESSAGES) as MessageName[];

export const command = defineCommand({
  args: '[message]',
  examples: [
    ['returns schema', 'list the messages'],
    ['returns schema order > order.schema.json', 'for an editor or a validator'],
  ],
  async run({ show }, [name]) {
    if (name === undefined) {
      const messages = NAMES.map((message) => ({ message, title: MESSAGES[message].title }));
      await show.result({ schema: 'message-list/1', messages }, () =>
        messages.map(({ message, title }) => `${message.padEnd(17)}${title}`).join('\n'),
      );
      show.next('returns schema order');
      return EXIT.done;
    }
    const known = NAMES.find((message) => message === name);
    if (!known)
      throw usageFailure(
        'schema.unknown',
        `There is no message ${JSON.stringify(name)}.${meantText(name, NAMES)}`,
        {
          expected: NAMES.join(', '),
          found: name,
          hint: 'List the messages with: returns schema',
        },
      );
    const document = jsonSchemaOf(known);
    await show.result({ schema: 'json-schema/1', ...document }, () => JSON.stringify(document, null, 2), {
      verbatim: true,
    });
    return EXIT.done;
  },
});
