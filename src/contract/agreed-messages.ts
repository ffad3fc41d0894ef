// What a retailer agreed with the service about the messages that come: a receiver that goes by it reports none of it.
import { exchangeRecommended, RECOMMENDED } from './exchange-rules/order.ts';
import type { Finding } from './finding.ts';
import { packageUnknown, statusUnknown } from './rma-rules/enumerations.ts';

export type AgreedMessages = ReturnType<typeof agreedMessages>;

/** From the agreements `canceled_status`, `rma-statuses`, `package-statuses` and `exchange_fields`. */
export function agreedMessages(answers: ReadonlyMap<string, { readonly value: string }>) {
  const words = (id: string): readonly string[] => answers.get(id)?.value.match(/[A-Z][A-Z0-9_]*/g) ?? [];
  return {
    statuses: [...words('canceled_status'), ...words('rma-statuses')],
    packageStatuses: words('package-statuses'),
    /** Exchange orders have items, customer and payment alone. */
    isBareExchange: answers.get('exchange_fields')?.value === 'interface',
  };
}

export const withoutAgreed = (
  findings: readonly Finding[],
  agreed: AgreedMessages | undefined,
): readonly Finding[] => (agreed ? findings.filter((finding) => !isAgreed(finding, agreed)) : findings);

function isAgreed({ code, path, args }: Finding, agreed: AgreedMessages): boolean {
  const word = String(args.found);
  if (code === statusUnknown.code) return agreed.statuses.includes(word);
  if (code === packageUnknown.code) return agreed.packageStatuses.includes(word);
  return agreed.isBareExchange && code === exchangeRecommended.code && RECOMMENDED.includes(path);
}
