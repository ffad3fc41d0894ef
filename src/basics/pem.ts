// Cuts a PEM text into its blocks (RFC 7468), and says of one that is not whole in which line it begins.

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
export interface BrokenBlock extends Pick<PemBlock, 'number' | 'line'> {
  readonly found: string;
}

const WHOLE = /-----BEGIN ([A-Z0-9 ]+)-----([\sA-Za-z0-9+/=]*)-----END \1-----/g;
/** The first or last line of a block; of a certificate also with other dashes. */
const MARK = /-----(?:BEGIN|END) [A-Z0-9 ]+-----|\b(?:BEGIN|END) [A-Z0-9 ]*CERTIFICATE\b/g;

/** Text around the blocks is left out. The first broken block ends the list. */
export function pemBlocks(text: string): readonly (PemBlock | BrokenBlock)[] {
  const blocks: (PemBlock | BrokenBlock)[] = [];
  const next = (at: number) => {
    return { number: blocks.length + 1, line: text.slice(0, at).split(/\r\n?|\n/).length };
  };
  const wholes = [...text.matchAll(WHOLE)];
  let end = 0;
  for (const { index: at } of text.matchAll(MARK)) {
    // The marks inside a block are its own.
    if (at < end) continue;
    const whole = wholes.find(({ index }) => index === at);
    if (!whole) return [...blocks, { ...next(at), found: 'a damaged block' }];
    const [{ length }, label, body] = whole as unknown as [string, string, string];
    end = at + length;
    const base64 = body.replace(/\s+/g, '');
    if (base64 === '' || base64.length % 4 !== 0 || !/^[^=]*={0,2}$/.test(base64))
      return [...blocks, { ...next(at), found: `${base64.length} characters of base64: not a whole block` }];
    const lines = base64.match(/.{1,64}/g)!.join('\n');
    blocks.push({
      ...next(at),
      label,
      bytes: Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0)),
      text: `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`,
    });
  }
  return blocks;
}
