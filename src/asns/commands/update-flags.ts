// The flags of `asns update`, and whether they go together.
import { LEVEL_FLAG } from '../../account/level-flags.ts';
import { usageFailure } from '../../basics/failure.ts';
import { type Context, type Flag, type FlagValues, switchFlag, textFlag } from '../../cli/command.ts';
import { oneOf } from '../../cli/flag-values.ts';
import { lockWaitFlag, MAX_OUTAGE_FLAG, RATE_FLAG } from '../../runs/sending-flags.ts';
import { ASN_FILE_FLAGS } from './asn-flags.ts';
import { editsOf } from './update-input.ts';

export const UPDATE_FLAGS: readonly Flag[] = [
  { flag: '--status <status>', text: 'pending, shipped, delivered or cancelled (blocks receiving)' },
  { flag: '--ship-date <date>', text: 'a day such as 2026-03-02; sent as 2026-03-02T00:00:00' },
  { flag: '--tracking-number <number>', text: 'tracking number or bill of lading' },
  { flag: '--carrier <carrier>', text: 'who carries it' },
  {
    flag: '--set <path=value>',
    text: 'any field, of a line as well: cartons[0].details[1].status=cancelled',
    repeat: true,
  },
  { flag: '--unset <path>', text: 'takes an optional field out', repeat: true },
  { flag: '--edit', text: 'change the recorded ASN in $EDITOR; it is checked again' },
  { flag: '--program <program>', text: 'where the number is recorded for several programs' },
  { flag: '--select <file>', text: 'many ASNs: one number a line, or CSV with asn_number (- is stdin)' },
  {
    flag: '--api-version <version>',
    text: '1 or 2',
    initial: '2 with labels, else 1',
    parse: oneOf('1', '2'),
  },
  LEVEL_FLAG,
  ...ASN_FILE_FLAGS,
  { flag: '--dry-run', text: 'show what would change and stop' },
  { flag: '--force', text: 'send it although nothing changes' },
  RATE_FLAG,
  MAX_OUTAGE_FLAG,
  lockWaitFlag('another command that changes ASNs of this target', '20s'),
];

/** By the names that they have as values. */
const READING = ASN_FILE_FLAGS.map(({ flag }) => {
  const [word = ''] = flag.split(' ');
  return [word, word.slice(2).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())] as const;
});

/** @throws Failure exit 2 */
export function checkedWish(
  { globals }: Context,
  number: string | undefined,
  file: string | undefined,
  flags: FlagValues,
) {
  const edits = editsOf(flags);
  const select = textFlag(flags, 'select');
  const edit = switchFlag(flags, 'edit');
  const usage = (code: string, message: string, hint: string) => usageFailure(code, message, { hint });
  if (number === undefined && select === undefined)
    throw usage(
      'usage.missing',
      'Which ASN is to be changed?',
      'Name its number, or many with --select FILE.',
    );
  if (select !== undefined && (number !== undefined || edit))
    throw usage(
      'usage.select',
      '--select names the ASNs: it goes with flags, not with a number, a file or --edit',
      'Write for example: returns asns update --select numbers.txt --status shipped',
    );
  if (file !== undefined && (edits.length > 0 || edit))
    throw usage(
      'usage.file_and_flags',
      'A file holds the whole shape: it does not go with flags that change single fields',
      'Change the file, or leave it away to change the recorded ASN.',
    );
  if (file === undefined && edits.length === 0 && !edit && !switchFlag(flags, 'force'))
    throw usage(
      'usage.missing',
      'What is to be changed?',
      'Name a FILE with the whole shape, or --status, --ship-date, --tracking-number, --carrier, --set, --unset or --edit.',
    );
  const reading = READING.find(([, name]) => flags[name] !== undefined);
  if (reading && file === undefined)
    throw usage(
      'usage.file',
      `${reading[0]} says how a file is read, and no file is named`,
      'Name it: returns asns update ASN_NUMBER FILE',
    );
  if (!switchFlag(flags, 'dryRun') && !globals.yes && !globals.input)
    throw usage(
      'usage.question',
      'A change has to be confirmed, and nobody can be asked here',
      'Look at it with --dry-run, then run it with --yes.',
    );
  const version = textFlag(flags, 'apiVersion');
  return {
    edits,
    select,
    program: textFlag(flags, 'program'),
    version: version === undefined ? undefined : version === '2' ? (2 as const) : (1 as const),
  };
}
