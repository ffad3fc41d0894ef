// What a search field means, on every page. Pure.

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
