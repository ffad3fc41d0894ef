// Records as arrays of their values: the names stand once, in the code, and not in every record on disk.

export interface Row<T> {
  pack(record: T): unknown[];
  unpack(values: readonly unknown[]): T;
}

/** `keys` in the order of the values; new keys go to the end, older records lack them. */
export function rowOf<T extends object>(keys: readonly (keyof T & string)[]): Row<T> {
  return {
    pack: (record) => keys.map((key) => record[key]),
    unpack: (values) => Object.fromEntries(keys.map((key, i) => [key, values[i]])) as T,
  };
}
