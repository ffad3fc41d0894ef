// Puts what was really given into hints and evidence: the commands with their files and profile, the addresses of the endpoints.
import { type Check, ENDPOINT_AREAS } from './types.ts';

/**
 * What stands in hints in the place of a value that only the command line knows. `{name}` is replaced by the text beside it;
 * the other keys are how hints of the endpoint spell it.
 */
export interface Advice {
  /** `returns orders check export.csv --map shop.json --profile shop` */
  readonly '{orders_check}': string;
  /** `returns asns check asns.csv --map wms.json` */
  readonly '{asns_check}': string;
  /** `returns doctor --profile shop` */
  readonly '{doctor}': string;
  /** `https://oms.example.com`, quoted for a shell where it has to be. */
  readonly '{customer_url}': string;
  /** Where RMA messages go: `https://oms.example.com/rmas`. */
  readonly 'URL/rmas': string;
  /** `returns sandbox scenario show all`, with the seed of this run. */
  readonly 'returns sandbox scenario show all': string;
}

/** The sandbox of the run has ended when a person reads this: what could have been done with it is left out. */
const ENDED_SANDBOX = /[;,] then: returns sandbox deliveries redeliver [\w-]+/g;

export function withAdvice(check: Check, advice: Advice): Check {
  const hint = Object.entries(advice).reduce((text, [word, real]) => text.replaceAll(word, real), check.hint);
  if (!ENDPOINT_AREAS.includes(check.area)) return { ...check, hint };
  const shown = (text: string) => text.replace(ENDED_SANDBOX, '');
  return {
    ...check,
    hint,
    evidence: shown(check.evidence),
    ...(check.exchanges && {
      exchanges: check.exchanges.map((one) => ({ ...one, answer: shown(one.answer) })),
    }),
  };
}
