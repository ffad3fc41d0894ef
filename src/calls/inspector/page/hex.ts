// Bytes as lines of offset, hexadecimal and text. Pure.

export interface HexLine {
  readonly offset: string;
  readonly hex: string;
  readonly text: string;
}

const WIDTH = 16;

export function hexLines(bytes: Uint8Array, most: number): HexLine[] {
  const lines: HexLine[] = [];
  for (let at = 0; at < bytes.length && lines.length < most; at += WIDTH) {
    const row = [...bytes.subarray(at, at + WIDTH)];
    const hex = row.map((byte) => byte.toString(16).padStart(2, '0'));
    lines.push({
      offset: at.toString(16).padStart(8, '0'),
      hex: `${hex.slice(0, 8).join(' ')}  ${hex.slice(8).join(' ')}`.padEnd(WIDTH * 3),
      text: row.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·')).join(''),
    });
  }
  return lines;
}

export function bytesOfBase64(text: string): Uint8Array {
  const binary = atob(text);
  return Uint8Array.from(binary, (c) => c.charCodeAt(0));
}
