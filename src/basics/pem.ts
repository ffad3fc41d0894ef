// Cuts a PEM text into its blocks (RFC 7468), and says of one that is not whole in which line it begins and what is wrong.

export interface PemBlock {
  /** From 1. */
  readonly number: number;
  /** Of the text, from 1: where the block begins. */
  readonly line: number;
  /** `CERTIFICATE` */
  readonly label: string;
  readonly bytes: Uint8Array;
  /** The block without what stands around it, in the lines that every reader understands. */
  readonly text: string;
}

/** `found` says what is wrong. */
export interface BrokenBlock {
  readonly number: number;
  readonly line: number;
  readonly found: string;
}

/**
 * Also with too few or too many dashes, and with the ones that word processors make of them. Ten are right between two blocks:
 * the end of a file without a line end, and the beginning of the next.
 */
const MARK =
  /([-\u2010-\u2015]+)([ \t]*)(BEGIN|END) ([A-Z0-9][A-Z0-9 ]*?)([ \t]*)(-----(?=-----BEGIN )|[-\u2010-\u2015]+|(?=[\r\n]|$))/g;
const DASHES = '-----';

/** Text around the blocks is left out. The first broken block ends the list. */
export function pemBlocks(text: string): readonly (PemBlock | BrokenBlock)[] {
  const blocks: (PemBlock | BrokenBlock)[] = [];
  const lineAt = (offset: number) => text.slice(0, offset).split(/\r\n?|\n/).length;
  let open: { readonly label: string; readonly at: number; readonly body: number } | undefined;
  const broken = (at: number, found: string) => [
    ...blocks,
    { number: blocks.length + 1, line: lineAt(at), found },
  ];
  for (const mark of text.matchAll(MARK)) {
    const [whole, before, gap, word, label, rest, after] = mark as unknown as string[];
    const at = mark.index;
    const isRight = before === DASHES && after === DASHES && gap === '' && rest === '';
    // Others than that are titles in comments: `--- BEGIN OUR ROOTS ---`.
    if (!isRight && !label!.endsWith('CERTIFICATE')) continue;
    if (!isRight)
      return broken(open?.at ?? at, `in line ${lineAt(at)} a damaged ${DASHES}${word} ${label}${DASHES}`);
    if (word === 'BEGIN') {
      if (open) return broken(open.at, `no ${DASHES}END ${open.label}${DASHES} before the next block`);
      open = { label: label!, at, body: at + whole!.length };
      continue;
    }
    if (!open) return broken(at, `${DASHES}END ${label}${DASHES} without its beginning`);
    if (open.label !== label) return broken(open.at, `${DASHES}END ${label}${DASHES} in line ${lineAt(at)}`);
    const body = text.slice(open.body, at);
    const base64 = body.replace(/\s+/g, '');
    const wrong = /[^A-Za-z0-9+/=\s]/u.exec(body);
    if (wrong)
      return broken(open.at, `in line ${lineAt(open.body + wrong.index)} a character that is not of base64`);
    if (base64 === '') return broken(open.at, 'nothing between its first and its last line');
    if (base64.length % 4 !== 0 || !/^[^=]*={0,2}$/.test(base64))
      return broken(open.at, `${base64.length} characters of base64, of which some are missing or too many`);
    const lines = base64.match(/.{1,64}/g)!.join('\n');
    blocks.push({
      number: blocks.length + 1,
      line: lineAt(open.at),
      label: open.label,
      bytes: Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0)),
      text: `${DASHES}BEGIN ${label}${DASHES}\n${lines}\n${DASHES}END ${label}${DASHES}\n`,
    });
    open = undefined;
  }
  return open ? broken(open.at, `no ${DASHES}END ${open.label}${DASHES} up to the end of the file`) : blocks;
}
