// The view (place, chosen thing, tab, search) as the query of the address, for links and for the back button. Pure.

export const PLACES = ['returns', 'orders', 'deliveries', 'log', 'settings'] as const;
export type PlaceName = (typeof PLACES)[number];

export const RMA_TABS = ['story', 'units', 'message'] as const;
export type RmaTab = (typeof RMA_TABS)[number];

export interface View {
  readonly place: PlaceName;
  /** The chosen RMA, order or delivery. */
  readonly id: string | null;
  readonly tab: RmaTab;
  readonly search: string;
}

export const FIRST_VIEW: View = { place: 'returns', id: null, tab: 'story', search: '' };

const known = <T extends string>(words: readonly T[], word: string | null, otherwise: T): T =>
  words.find((one) => one === word) ?? otherwise;

/** Ignores unknown parameters. */
export function readView(query: string): View {
  const asked = new URLSearchParams(query);
  return {
    place: known(PLACES, asked.get('place'), FIRST_VIEW.place),
    id: asked.get('id'),
    tab: known(RMA_TABS, asked.get('tab'), FIRST_VIEW.tab),
    search: asked.get('q') ?? '',
  };
}

/** Only the values that differ from the first view, including the `?`; empty when none differs. */
export function queryOfView({ place, id, tab, search }: View): string {
  const query = new URLSearchParams();
  if (place !== FIRST_VIEW.place) query.set('place', place);
  if (id !== null) query.set('id', id);
  if (id !== null && tab !== FIRST_VIEW.tab) query.set('tab', tab);
  if (search !== '') query.set('q', search);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
