// The view (call, tab, filter) as the query of the address, for links within the session and for the back button. Pure.

import { KINDS, VERDICTS } from './call-names.ts';
import type { Filter } from './filter.ts';

export const TABS = ['message', 'story', 'http'] as const;
export type Tab = (typeof TABS)[number];

export interface View {
  readonly filter: Filter;
  readonly call: string | null;
  readonly tab: Tab;
}

const has = <T extends string>(known: readonly T[], word: string): word is T =>
  (known as readonly string[]).includes(word);

/** Ignores unknown parameters. */
export function readView(query: string): View {
  const asked = new URLSearchParams(query);
  const kind = asked.get('kind') ?? '';
  const verdicts = (asked.get('verdict') ?? '').split(',');
  const call = asked.get('call') ?? '';
  const tab = asked.get('tab') ?? '';
  return {
    filter: {
      text: asked.get('q') ?? '',
      kind: has(Object.keys(KINDS) as (keyof typeof KINDS)[], kind) ? kind : null,
      verdicts: VERDICTS.map(([verdict]) => verdict).filter((verdict) => verdicts.includes(verdict)),
      anomalies: asked.get('anomaly') === 'any',
    },
    call: /^[\w-]{1,64}$/.test(call) ? call : null,
    tab: has(TABS, tab) ? tab : 'message',
  };
}

/** Only the values that differ from the first view, including the `?`; empty when none differs. */
export function queryOfView({ filter, call, tab }: View): string {
  const query = new URLSearchParams();
  if (filter.text !== '') query.set('q', filter.text);
  if (filter.kind) query.set('kind', filter.kind);
  if (filter.verdicts.length > 0) query.set('verdict', filter.verdicts.join(','));
  if (filter.anomalies) query.set('anomaly', 'any');
  if (call !== null) query.set('call', call);
  if (call !== null && tab !== 'message') query.set('tab', tab);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
