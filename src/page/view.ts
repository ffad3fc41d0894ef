// What a page shows, as its address says it, and what its search field means. Pure.

export type AnyView = Readonly<Record<string, string>>;

/** What a page can show, by names; each is a word, or empty. */
export interface Views<View extends AnyView> {
  readonly first: View;
  /** Names that take no other words. */
  readonly known: Readonly<Record<string, readonly string[]>>;
}

/** What the address says of each name; else, and where it is none of the `known` words, what the first view says. */
export function readView<View extends AnyView>(query: string, { first, known }: Views<View>): View {
  const asked = new URLSearchParams(query);
  const entries = Object.entries(first).map(([name, word]) => {
    const given = asked.get(name) ?? word;
    return [name, known[name]?.includes(given) === false ? word : given];
  });
  return Object.fromEntries(entries) as View;
}

/** Only the values that differ from the first view, including the `?`; empty when none differs. */
export function queryOf<View extends AnyView>(view: View, { first }: Views<View>): string {
  const query = new URLSearchParams(Object.entries(view).filter(([name, word]) => word !== first[name]));
  const text = query.toString();
  return text && `?${text}`;
}

/** Every word must be found; a word with a minus in front must not. Words in quotes stay together. */
export function search(text: string): (searchText: string, id?: string) => boolean {
  const words = [...text.toLowerCase().matchAll(/(-?)(?:"([^"]+)"?|(\S+))/g)].map(
    ([, minus, quoted, plain]) => ({ isWanted: minus === '', word: quoted ?? plain ?? '' }),
  );
  // A shorter beginning of an id would match the time of every call.
  const isIn = (word: string, searchText: string, id: string) =>
    searchText.includes(word) || (word.length >= 8 && id.startsWith(word));
  return (searchText, id = '') =>
    words.every(({ isWanted, word }) => isIn(word, searchText, id) === isWanted);
}
