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
const ENCODINGS: Readonly<Record<string, readonly string[]>> = {
  'windows-1252': WESTERN,
  'windows-1250': CENTRAL,
  'iso-8859-2': CENTRAL,
  macintosh: WESTERN,
  'windows-1254': ['çğıİöşüâîû'],
  'windows-1251': ['абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґ'],
  'windows-1253': ['αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώϊϋΐΰ'],
  shift_jis: [],
  gb18030: [],
  big5: [],
  'euc-kr': [],
};
const ASIAN = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{Nd}ー々〇〒・-]+$/u;

/** Signs that may stand before or behind a word. */
const SIGNS = /^[“”„‚‘’«»–—…€£¥¡¿•·×]+|(?:[“”„‘’«»–—…€£¥°©®™•·×²½´]|(?<=m)³)+$/gu;
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
  if (words.length === 0) return { ofOne: 1, ofAny: 1 };
  const forms = ENCODINGS[encoding]!.map((letters) => {
    const ascii = /\p{sc=Latin}/u.test(letters) ? 'a-z' : '';
    return new RegExp(`^[${ascii}${letters}'’-]+$`, 'iu');
  });
  const areWords = (form: RegExp) => words.map((word) => form.test(word) && !isMixed(word));
  const fits = (forms.length > 0 ? forms : [ASIAN]).map(areWords);
  const share = (is: readonly boolean[]) => is.filter(Boolean).length / words.length;
  return {
    ofOne: Math.max(...fits.map(share)),
    ofAny: share(words.map((_, i) => fits.some((of) => of[i]))),
  };
}

/** The encoding of text that is no UTF-8; undefined where its words are words in none. @param bytes whole lines */
export function encodingOf(bytes: Uint8Array): string | undefined {
  const all = Object.keys(ENCODINGS).flatMap((encoding) => {
    const shares = sharesIn(bytes, encoding);
    return shares ? [{ encoding, ...shares }] : [];
  });
  return (all.find(({ ofOne }) => ofOne >= NEARLY_ALL) ?? all.find(({ ofAny }) => ofAny >= NEARLY_ALL))
    ?.encoding;
}
