// The view (place, chosen thing, search) as the query of the address, for links and for the back button. Pure.

export const PLACES = ['returns', 'orders', 'deliveries', 'log', 'settings'] as const;
export type PlaceName = (typeof PLACES)[number];

export interface View {
  readonly place: PlaceName;
  /** The chosen RMA, order or delivery. */
  readonly id: string | null;
  readonly search: string;
}

export const FIRST_VIEW: View = { place: 'returns', id: null, search: '' };

/** Ignores unknown parameters. */
export function readView(query: string): View {
  const asked = new URLSearchParams(query);
  return {
    place: PLACES.find((one) => one === asked.get('place')) ?? FIRST_VIEW.place,
    id: asked.get('id'),
    search: asked.get('q') ?? '',
  };
}

/** Only the values that differ from the first view, including the `?`; empty when none differs. */
export function queryOfView({ place, id, search }: View): string {
  const query = new URLSearchParams();
  if (place !== FIRST_VIEW.place) query.set('place', place);
  if (id !== null) query.set('id', id);
  if (search !== '') query.set('q', search);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
