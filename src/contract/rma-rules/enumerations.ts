// Enumeration values of the RMA message: those of the interface, those of the field notes (a note), and all others (a warning).
import {
  itemPrefix,
  type Loose,
  meantOf,
  type Report,
  RMA_MESSAGE,
  ruleList,
  unknownWordArguments,
} from '../finding.ts';
import {
  FIELD_PACKAGE_STATUSES,
  FIELD_REFUND_TYPES,
  FIELD_RETURN_METHODS,
  FIELD_RMA_STATUSES,
  PACKAGE_STATUSES,
  RECEIVING_STATUSES,
  REFUND_TYPES,
  RETURN_METHODS,
  RMA_STATUSES,
} from '../rma-words.ts';
import { sampleRma, withUnit } from '../sample-rma.ts';

interface Words {
  readonly field: string;
  /** The middle of the rule codes, where it is not the field: `rma.NAME.unknown`. */
  readonly name?: string;
  readonly shown: readonly string[];
  readonly inField: readonly string[];
  /** Whether the interface gives the words as the whole list; else "not shown" stands beside them. */
  readonly isWhole: boolean;
  /** The empty text means "none yet", as null does. */
  readonly mayBeNone?: true;
  /** What else a receiver has to know of the field. */
  readonly more?: string;
  /** A message with the given word in the field. */
  readonly sample: (word: string) => unknown;
}

const rules = ruleList({ source: RMA_MESSAGE });

/** The rules for the words of a field, and their check of a message or a unit. */
function vocabulary({ field, name = field, shown, inField, isWhole, mayBeNone, more = '', sample }: Words) {
  const list = [...shown, ...inField].join(', ');
  const known = () =>
    rules.note(`rma.${name}.known_in_field`, {
      title: `${field} is a word that the interface shows`,
      explanation: `The interface ${isWhole ? `lists ${shown.join(', ')} and no other word` : `shows ${shown.join(', ')} and not the full list`}; services of the same family send ${inField.join(', ')}, too. Keep the message, and make sure that your system knows the word.${more}`,
      source: 'field notes',
      say: (args) => `${field} ${args.found} is known in the field, but not shown in the interface.`,
      good: sample(shown[0]!),
      bad: sample(inField[0]!),
    });
  const unknown = rules.warning(`rma.${name}.unknown`, {
    title: `${field} is a word that is known`,
    explanation: `Known are ${list}, exactly so spelled. ${
      isWhole
        ? `The interface lists ${shown.join(', ')} and no other word, so this one breaks it`
        : 'The full list is not shown in the interface, so an unknown word does not break it'
    }; a receiver should keep the message and not guess what the word means.${more}`,
    say: (args) => `Unknown ${field} ${meantOf(args)}`,
    good: sample(shown[0]!),
    bad: sample(`${shown[0]!.toLowerCase()}_x`),
  });
  const inFieldOnly = inField.length > 0 ? known() : unknown;
  return {
    unknown,
    check(holder: Loose, at: string, report: Report): void {
      const value = holder[field];
      if (typeof value !== 'string' || shown.includes(value)) return;
      if (inField.includes(value)) report(inFieldOnly, at + field, { found: value });
      else if (value !== '' || !mayBeNone)
        report(unknown, at + field, unknownWordArguments(value, [...shown, ...inField]));
    },
  };
}

const status = vocabulary({
  field: 'status',

  shown: RMA_STATUSES,
  inField: FIELD_RMA_STATUSES,
  isWhole: false,
  more: ' Look at the status only when you use the returns management solution of the service.',
  sample: (word) => sampleRma({ status: word }),
});
const method = vocabulary({
  field: 'return_method',

  shown: RETURN_METHODS,
  inField: FIELD_RETURN_METHODS,
  isWhole: true,
  sample: (word) => sampleRma({ return_method: word }),
});
const packageStatus = vocabulary({
  field: 'package_tracking_status',
  mayBeNone: true,
  name: 'package_status',
  shown: PACKAGE_STATUSES,
  inField: FIELD_PACKAGE_STATUSES,
  isWhole: false,
  sample: (word) => withUnit({ package_tracking_status: word, tracking_number: '1Z0002' }),
});
const receiving = vocabulary({
  field: 'receiving_status',
  mayBeNone: true,

  shown: RECEIVING_STATUSES,
  inField: [],
  isWhole: true,
  sample: (word) => withUnit({ receiving_status: word }),
});
const refundType = vocabulary({
  field: 'refund_type',

  shown: REFUND_TYPES,
  inField: FIELD_REFUND_TYPES,
  isWhole: true,
  sample: (word) => withUnit({ refund_type: word }),
});

export const [statusUnknown, packageUnknown] = [status.unknown, packageStatus.unknown];

export const wordRules = rules.all;

/** Checks status and return_method. */
export function checkRmaWords(message: Loose, report: Report): void {
  status.check(message, '', report);
  method.check(message, '', report);
}

/** Checks the words of one unit. */
export function checkUnitWords(item: Loose, index: number, report: Report): void {
  for (const words of [packageStatus, receiving, refundType]) words.check(item, itemPrefix(index), report);
}
