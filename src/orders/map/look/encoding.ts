// In which encoding a file is that is no UTF-8: the one in which its words are words. No byte says it: `Kamiński` of windows-1250 is
// `Kamiñski` in windows-1252, and `Wrocław` is `Wroc³aw`.

const WESTERN = [
  'äöüß',
  'àâæçéèêëîïôœùûü',
  'áéíóúüñçàèòï',
  'áâãàçéêíóôõúü',
  'àèéìíîòóùú',
  'åäöéáü',
  'åæøéöä',
  'áéëèïóöüêç',
  'áðéíóúýþæö',
  'õäöüšž',
];
const CENTRAL = [
  'ąćęłńóśźż',
  'áčďéěíňóřšťúůýž',
  'áäčďéíĺľňóôŕšťúýž',
  'áéíóöőúüű',
  'ăâîşţșț',
  'čćđšž',
  'äöüß',
];

/** The letters of languages that are written in each encoding, the most usual encoding first. */
const ENCODINGS: Readonly<Record<string, readonly string[] | RegExp>> = {
  'windows-1252': WESTERN,
  'windows-1250': CENTRAL,
  'iso-8859-2': CENTRAL,
  macintosh: WESTERN,
  'windows-1254': ['çğıİöşüâîû'],
  'windows-1251': ['абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґ'],
  'windows-1253': ['αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώϊϋΐΰ'],
  shift_jis: /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{Nd}ー々〇〒・-]+$/u,
  'euc-kr': /^[\p{sc=Hangul}\p{Nd}-]+$/u,
  gb18030: /^[\p{sc=Han}\p{Nd}・-]+$/u,
  big5: /^[\p{sc=Han}\p{Nd}・-]+$/u,
};
/** How Chinese on the mainland and Korean are written: in pairs of high bytes. No text of the other two has only such. */
const PAIRS = /^(?:[\0-\x7f]|[\xa1-\xfe]{2})*$/;
const IN_PAIRS = ['gb18030', 'euc-kr'];
const HALF_WIDTH = /[\uff61-\uff9f]/;

/** Signs that may stand before or behind a word; that of a currency before its amount, as £ is Ł elsewhere. */
const SIGNS = /^(?:[“”„‚‘’«»–—…¡¿•·×]|[€£¥](?!\p{L}))+|(?:[“”„‘’«»–—…€£¥°©®™•·×²½´]|(?<=m)³)+$/gu;
const MOST_WORDS = 2000;
/** Share of the words that must be words. */
const NEARLY_ALL = 0.95;

/** A letter in capitals behind another letter, in a word that is not all in capitals. */
const isMixed = (word: string): boolean => /(?<=\p{L})(?![A-Z])\p{Lu}/u.test(word) && /\p{Ll}/u.test(word);

/** Words with letters beyond ASCII, or what stands in their place. */
function wordsOf(text: string): readonly string[] {
  const words = text.split(/[\s!-&(-,./:-@[-`{-~]+/).map((word) => word.replace(SIGNS, ''));
  return [...new Set(words.filter((word) => /[^\0-\x7f]/.test(word)))].slice(0, MOST_WORDS);
}

/** Shares of the words that are words of one and the same language, and of any; undefined where bytes have no character. */
function sharesIn(bytes: Uint8Array, encoding: string) {
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
  const words = wordsOf(text);
  if (/[\u0080-\u009f]/.test(text)) return undefined;
  if (words.length === 0) return { words, ofOne: 1, ofAny: 1 };
  const letters = ENCODINGS[encoding]!;
  const forms =
    letters instanceof RegExp
      ? [letters]
      : letters.map((own) => {
          const ascii = /\p{sc=Latin}/u.test(own) ? 'a-z' : '';
          return new RegExp(`^[${ascii}${own}'’-]+$`, 'iu');
        });
  const isWord = (form: RegExp, word: string) => form.test(word) && !isMixed(word) && !HALF_WIDTH.test(word);
  const fits = forms.map((form) => words.map((word) => isWord(form, word)));
  const share = (is: readonly boolean[]) => is.filter(Boolean).length / words.length;
  return {
    words,
    ofOne: Math.max(...fits.map(share)),
    ofAny: share(words.map((_, i) => fits.some((of) => of[i]))),
  };
}

const isVowel = (letter = '-'): boolean => /[aeiouyæøœ]/i.test(letter);

/**
 * Hard to say, as `Kovaè` for `Kovač` and `Sřrensen` for `Sørensen`: a letter beyond ASCII is a vowel behind another one, or a
 * consonant between two others.
 */
function isHard(word: string): boolean {
  const plain = word.normalize('NFD').replace(/\p{M}/gu, '');
  return [...plain].some((letter, i) => {
    const [before, after] = [plain[i - 1], plain[i + 1]];
    if (!/(?![A-Za-z])\p{sc=Latin}/u.test(word[i]!)) return false;
    if (!isVowel(letter))
      return before !== undefined && after !== undefined && !isVowel(before) && !isVowel(after);
    return isVowel(before) && (after === undefined || !/[iuy]/i.test(before!));
  });
}

/** The encoding of text that is no UTF-8; undefined where its words are words in none, or in several. @param bytes whole lines */
export function encodingOf(bytes: Uint8Array): string | undefined {
  const isInPairs = PAIRS.test(Buffer.from(bytes).toString('latin1'));
  const all = Object.keys(ENCODINGS).flatMap((encoding) => {
    const shares = sharesIn(bytes, encoding);
    return shares ? [{ encoding, ...shares, easy: shares.words.filter((word) => !isHard(word)).length }] : [];
  });
  const isAsian = ({ encoding }: (typeof all)[number]) => ENCODINGS[encoding] instanceof RegExp;
  const bestOf = <T>(list: readonly T[], by: (one: T) => number) =>
    list.filter((one) => by(one) === Math.max(...list.map(by)));
  for (const by of ['ofOne', 'ofAny'] as const) {
    const likely = bestOf(
      bestOf(all, (one) => (isAsian(one) ? 0 : one[by])),
      ({ easy }) => easy,
    );
    const [first] = likely;
    if (first === undefined || first[by] < NEARLY_ALL) continue;
    const texts = likely.map(({ words }) => words.join()).filter((text) => /\p{sc=Latin}/u.test(text));
    return new Set(texts).size > 1 ? undefined : first.encoding;
  }
  const fits = (one: (typeof all)[number]) =>
    isAsian(one) && one.ofAny >= NEARLY_ALL && isInPairs === IN_PAIRS.includes(one.encoding);
  return all.find(fits)?.encoding;
}
