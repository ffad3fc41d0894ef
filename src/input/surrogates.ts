// Half characters in JSON: `\ud83d` without its other half is no text, and whoever stores it as UTF-8 changes it.

/** Offset of the first escape of a surrogate without its partner in a valid JSON text, or -1. */
export function loneSurrogateAt(text: string): number {
  if (!/\\u[dD][89a-fA-F]/.test(text)) return -1;
  let high = -1;
  // Backslashes stand in strings only, each with what it escapes.
  for (const { 0: sign, 1: hex, index } of text.matchAll(/\\(?:u([0-9a-fA-F]{4})|.)/g)) {
    const unit = hex === undefined ? 0 : Number.parseInt(hex, 16);
    const isLow = unit >= 0xdc00 && unit <= 0xdfff;
    if (high >= 0) {
      if (!isLow || index !== high + sign.length) return high;
      high = -1;
    } else if (isLow) return index;
    else if (unit >= 0xd800 && unit <= 0xdbff) high = index;
  }
  return high;
}
