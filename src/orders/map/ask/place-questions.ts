// The questions about the currency of the amounts, the country of the addresses, and what a single address stands for.
import { quote } from '../../../basics/text.ts';
import { MONEY_ROLES } from '../decide/amount-columns.ts';
import type { Hypothesis } from '../decide/hypothesis.ts';
import { BLOCKS } from '../decide/rules.ts';
import { type Column, CURRENCIES } from '../look/columns.ts';
import { areEqual } from '../look/order-key.ts';
import { conceptsIn } from '../look/words.ts';
import { type Asking, hasPlace, isTexts } from './asking.ts';
import { countryOfCurrency, SIGNS } from './kinds.ts';

/** Codes and signs of currencies in the name of a column with amounts. */
const codesIn = (name = ''): string[] =>
  name.split(/[^\p{L}\p{Sc}]+/u).flatMap((word) => {
    const code = SIGNS[word] ?? word;
    return CURRENCIES.has(code) ? [code] : [];
  });

const OF_ORDER = conceptsIn('currency order code total');

export function places({ h, place, ask, askColumn, free }: Asking): void {
  const own = h.roles.get('currency');
  const currencies = h.columns.filter(({ share, filled }) => filled > 0 && share.currency > 0.9);
  const differ = currencies.some((one) => own && !areEqual(h.orders.flat(), one.index, own.column.index));
  // `Total EUR` beside a column with another currency: that of the shopper's country, or of the amounts.
  const named = new Set(MONEY_ROLES.flatMap((role) => codesIn(h.roles.get(role)?.column.name)));
  const isOther = own?.column.texts.some((text) => !named.has(text.toUpperCase())) === true;
  // The one of the order beside those of an account, of a payment or of the shop.
  const isPlain = ({ meaning }: Column) =>
    meaning.unknown === 0 && [...meaning.concepts].every((one) => OF_ORDER.includes(one));
  const plain = currencies.filter(isPlain);
  const usual = named.size === 0 && plain.length === 1 && plain[0] === own?.column ? plain[0]!.name : null;
  if ((differ || (named.size > 0 && isOther)) && !own?.isGiven)
    askColumn('currency', currencies, {
      ...{ unattended: usual, proposed: usual },
      ...(named.size === 1 && { none: `all amounts are in ${[...named][0]}` }),
    });
  if (!own)
    ask('currency', 'Which currency are the amounts in? (three letters, such as EUR)', {
      proposed: place.currency ?? null,
    });
  const { unplaced: two } = h;
  if (two) {
    ask(
      'delivery',
      `The columns of two addresses begin with ${two.map(quote).join(' and ')}. Where does the parcel go?`,
      {
        choices: [
          ...two.map((one, i) => ({
            value: one,
            text: `to ${quote(one)}; ${quote(two[1 - i]!)} is the billing address`,
          })),
          { value: 'none', text: 'only one of them is an address of the shopper' },
        ],
      },
    );
    return;
  }
  if (!hasPlace(h)) return;
  if (!BLOCKS.some((block) => h.roles.has(`${block}.country_code`)))
    ask('country', 'Which country are the addresses in? (two letters, such as DE)', {
      proposed: countryOfCurrency(place.currency) ?? null,
    });
  const begun = ['shipping_address', 'billing_address'].filter((block) => isBegun(h, block));
  const lacking = begun
    .flatMap((block) => [`${block}.street1`, `${block}.city`])
    .filter((role) => !h.absent.has(role));
  for (const role of lacking) askColumn(role, free.filter(isTexts));
  if (lacking.length === 0 && !hasPlace(h, ['shipping_address']))
    ask('shipping_address', 'The file has one address for each order. Is it the shipping address as well?', {
      proposed: begun.length > 0 ? null : 'billing',
    });
}

/** Of one of two addresses there is a name or a postal code that the other has not, and street and town are called something else. */
function isBegun(h: Hypothesis, block: string): boolean {
  const others = BLOCKS.filter((one) => one !== block);
  if (hasPlace(h, [block]) || !hasPlace(h, others)) return false;
  const columnsOf = (blocks: readonly string[], part: string) =>
    blocks.flatMap((one) => h.roles.get(`${one}.${part}`)?.column ?? []);
  return ['name', 'zip_code', 'country_code'].some((part) =>
    columnsOf([block], part).some((one) =>
      columnsOf(others, part).every((other) => !areEqual(h.orders.flat(), one.index, other.index)),
    ),
  );
}
