// Pairs two lists one to one, so that the pairs are worth as much as possible together.

/**
 * The Hungarian method, of `size` rows and as many columns, with one row more in each round.
 * @returns the row of each column; of pairs that are worth the same, those of the first rows and columns
 */
export function bestPairs(size: number, worth: (row: number, column: number) => number): number[] {
  // Rows and columns count from 1 here: row 0 is none yet, column 0 is where the path of a new row begins.
  const none = () => new Array<number>(size + 1).fill(0);
  const [rowCost, columnCost, rowOf] = [none(), none(), none()];
  for (let row = 1; row <= size; row++) {
    const [least, before] = [none().fill(Number.POSITIVE_INFINITY), none()];
    const passed = new Set<number>();
    let column = 0;
    rowOf[0] = row;
    while (rowOf[column] !== 0) {
      passed.add(column);
      const at = rowOf[column]!;
      let next = 0;
      for (let other = 1; other <= size; other++) {
        if (passed.has(other)) continue;
        const cost = -worth(at - 1, other - 1) - rowCost[at]! - columnCost[other]!;
        if (cost < least[other]!) [least[other], before[other]] = [cost, column];
        if (next === 0 || least[other]! < least[next]!) next = other;
      }
      const step = least[next]!;
      for (let other = 0; other <= size; other++) {
        if (!passed.has(other)) least[other]! -= step;
        else {
          rowCost[rowOf[other]!]! += step;
          columnCost[other]! -= step;
        }
      }
      column = next;
    }
    for (; column !== 0; column = before[column]!) rowOf[column] = rowOf[before[column]!]!;
  }
  return rowOf.slice(1).map((row) => row - 1);
}
