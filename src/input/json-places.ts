// Finds the place of a field in the text of a message. Only called when a field has a finding.
import { jsonPlaces, stepsText } from '../basics/json-text.ts';

/**
 * The range [start, end) of the value at a path such as `items[1].sku` in a valid JSON text. When the field is missing,
 * the range of the innermost value on the path that exists.
 */
export function locate(text: string, path: string): { start: number; end: number } {
  const steps = [...path.matchAll(/([^.[\]]+)|\[(\d+)\]/g)];
  return locateSteps(
    text,
    steps.map(([, key, index]) => key ?? Number(index)),
  );
}

/** The same for a path given as steps, for keys that contain dots. */
export function locateSteps(text: string, steps: readonly PropertyKey[]): { start: number; end: number } {
  const { start, end } = jsonPlaces(text, steps.length)
    .filter((place) => place.steps.every((step, i) => step === steps[i]))
    // A container comes before its values.
    .reduce((innermost, place) => (place.steps.length > innermost.steps.length ? place : innermost));
  return { start, end };
}

/** The places of all values of a valid JSON text, found in one pass: for messages with many findings. */
export class JsonPlaces {
  private readonly offsets = new Map<string, number>();
  /** Offsets at which lines begin. */
  private readonly lines: number[] = [0];

  constructor(text: string) {
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.lines.push(at + 1);
    for (const { steps, start } of jsonPlaces(text)) this.offsets.set(stepsText(steps), start);
  }

  /**
   * Line and column (from 1) of the value at a path such as `items[1].sku`. When the field is missing, of the innermost
   * value on the path that exists.
   */
  at(path: string): { readonly line: number; readonly column: number } {
    let known = path;
    while (known !== '' && !this.offsets.has(known)) known = known.replace(/(^|\.)[^.[\]]*$|\[\d*\]$|.$/, '');
    const offset = this.offsets.get(known) ?? 0;
    let low = 0;
    for (let high = this.lines.length; high - low > 1; ) {
      const middle = (low + high) >>> 1;
      if (this.lines[middle]! <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - this.lines[low]! + 1 };
  }
}
