// Which encoding a file is in, by its words.
import { expect, test } from 'vitest';
import { encodingOf } from '../../../../src/orders/map/look/encoding.ts';

const GERMAN =
  'Käthe Groß;Nürnberg;Weiß\nJörg Müller;Köln;Röckchen grün\nAnna Böhm;Straße des Übergangs 7;Größe';
const FRENCH = 'Hélène Brûlé;Besançon;Crème à raser\nFrançois Lefèvre;Nîmes;Étagère';
const SPANISH = 'José Muñoz;Logroño;Pañuelo\nMaría Ibáñez;Cádiz;Jabón líquido';
const POLISH =
  'Anna Kamińska;Wrocław;ul. Leśna 3\nPaweł Wójcik;Gdańsk;Łóżko dębowe\nŻaneta Zięba;Łódź;Kołdra';
const CZECH = 'Jiří Dvořák;Brno;Černý hrnek\nZdeněk Šťastný;Plzeň;Kůže\nŽaneta Nováková;Třebíč;Dřevěná lžíce';
const HUNGARIAN = 'Erdős Győző;Győr;Fűszer\nSzabó Ágnes;Pécs;Törölköző';
const TURKISH = 'Ayşe Yılmaz;İstanbul;Gömlek\nÇağrı Öztürk;Eskişehir;Bardağı';
const RUSSIAN = 'Анна Иванова;Москва;Рубашка';
const DANISH = 'Søren Ægidius;København;Rød grød\nÅse Lørdag;Ålborg;Blåbær';
const ROMANIAN = 'Ștefan Țăranu;București;Cămașă\nIoan Mânecuță;Iași;Pălărie'
  .replaceAll('Ș', 'Ş')
  .replaceAll('ș', 'ş')
  .replaceAll('Ț', 'Ţ')
  .replaceAll('ț', 'ţ');
const GREEK = 'Μαρία Παπαδοπούλου;Αθήνα;Πουκάμισο';
const JAPANESE = '山田太郎;東京都;栄69-3-8;マグカップ\n佐藤花子;大阪市;シャツ';

/** The bytes of a text: what the decoder makes of each byte, and of each pair of them, turned round. */
function bytesOf(text: string, encoding: string): Uint8Array {
  const decode = (...bytes: number[]) => new TextDecoder(encoding).decode(Uint8Array.from(bytes));
  const bytes = new Map<string, readonly number[]>();
  const all = Array.from({ length: 256 }, (_, byte) => byte);
  for (const byte of all) if (!bytes.has(decode(byte))) bytes.set(decode(byte), [byte]);
  if (/^(?:shift_jis|euc-kr|gb18030|big5)$/.test(encoding))
    for (const first of all.slice(0x81))
      for (const second of all.slice(0x40))
        if ([...decode(first, second)].length === 1 && !bytes.has(decode(first, second)))
          bytes.set(decode(first, second), [first, second]);
  return Uint8Array.from([...text].flatMap((letter) => bytes.get(letter)!));
}

test.each([
  ['windows-1252', GERMAN],
  ['windows-1252', FRENCH],
  ['windows-1252', SPANISH],
  ['windows-1252', `${GERMAN}\n${FRENCH}\n${SPANISH}\nLevi’s “Größe” – 5 € / m²`],
  ['windows-1252', DANISH],
  ['windows-1252', 'Jürgen Müller\nKÄTHE GROß\nMÜLLER-LÜDENSCHEIDT'],
  ['windows-1250', ROMANIAN],
  ['windows-1250', POLISH.toUpperCase()],
  ['windows-1250', POLISH],
  ['windows-1250', CZECH],
  ['windows-1250', HUNGARIAN],
  ['iso-8859-2', POLISH],
  ['macintosh', GERMAN],
  ['macintosh', FRENCH],
  ['windows-1254', TURKISH],
  ['windows-1251', RUSSIAN],
  ['windows-1253', GREEK],
  ['shift_jis', JAPANESE],
  ['shift_jis', '山田太郎;東京都;鈴木一郎'],
  ['euc-kr', '김민수;서울특별시;셔츠\n이영희;부산광역시;머그컵'],
  ['gb18030', '王小明;上海市;衬衫\n李华;北京市朝阳区;杯子'],
  ['big5', '王小明;臺北市;襯衫\n陳怡君;高雄市;杯子'],
  // Letters that are letters of another language elsewhere.
  ['windows-1250', 'Ana Petrović;Zagreb;Kovač\nIvan Horvatić;Split;Šalica'],
  ['windows-1250', 'Ana Petrović;Kovač'],
  ['windows-1250', 'Łukasz Nowak;Krosno'],
  ['windows-1250', 'Jan Novák;Plzeň\nPetr Dvořák'],
  ['windows-1252', 'Søren Jensen;Horsens\nBjørn Hansen'],
  ['windows-1252', 'Hélène Martin;Genève'],
  ['windows-1252', 'José Muñoz;Logroño\nInés Peña'],
  ['windows-1252', 'Levi Strauss;£12.00'],
])('%s: %s', (encoding, text) => {
  expect(encodingOf(bytesOf(text, encoding))).toBe(encoding);
});

test('where the words are words in none, nobody guesses', () => {
  expect(encodingOf(bytesOf(RUSSIAN, 'ibm866'))).toBeUndefined();
});

test('a name that is one in two encodings decides nothing', () => {
  expect(encodingOf(bytesOf('Jan Kamiński;Krakow', 'windows-1250'))).toBeUndefined();
});
