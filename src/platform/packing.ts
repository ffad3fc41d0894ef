// Bytes made small and back, from node:zlib. Sync: a quarter of a megabyte takes a millisecond.
import type zlib from 'node:zlib';
import type { Packing } from './platform.ts';

/** Loaded when it is needed: most commands pack nothing. */
const loaded = () => process.getBuiltinModule('node:zlib') as typeof zlib;

/** The fastest level: JSON of orders still becomes a ninth. */
const LEVEL = 1;

export const realPacking: Packing = {
  pack: (bytes) => loaded().deflateRawSync(bytes, { level: LEVEL }),
  // Not in a thread of its own: zlib hands over 16 kB at a time, which makes a whole upload a tenth slower.
  async unpack(packed) {
    await new Promise((resolve) => setImmediate(resolve));
    return loaded().inflateRawSync(packed);
  },
};
