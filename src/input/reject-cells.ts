// The columns that a rejects file has behind those of its input, and how they are taken off again.

export const REJECT_COLUMNS: readonly string[] = ['_code', '_field', '_message', '_status', '_file', '_line'];

/** A record without the cells of an earlier rejects file, if the header ends with their names. */
export function withoutRejectCells(record: Uint8Array, header: Uint8Array, delimiter: string): Uint8Array {
  const names = REJECT_COLUMNS.map((name) => delimiter + name).join('');
  if (!Buffer.from(header).toString().trimEnd().endsWith(names)) return record;
  // Delimiters outside of quotes, from the front: behind, a quote's meaning is not known.
  const separators: number[] = [];
  const sign = Buffer.from(delimiter);
  let quoted = false;
  for (let i = 0; i < record.length; i++) {
    if (record[i] === 0x22) quoted = !quoted;
    else if (!quoted && record[i] === sign[0] && sign.every((byte, k) => record[i + k] === byte))
      separators.push(i);
  }
  const cut = separators[separators.length - REJECT_COLUMNS.length];
  return cut === undefined ? record : record.subarray(0, cut);
}
