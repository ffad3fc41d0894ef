// Bytes made small and back, from node:zlib. Packing is sync: a quarter of a megabyte takes a millisecond.
import type zlib from 'node:zlib';
import type { Packing } from '../base/host.ts';

/** Loaded when it is needed: most commands pack nothing. */
const loaded = () => process.getBuiltinModule('node:zlib') as typeof zlib;

/** The fastest level: JSON of orders still becomes a ninth. */
const LEVEL = 1;

export const realPacking: Packing = {
  pack: (bytes) => loaded().deflateRawSync(bytes, { level: LEVEL }),
  unpack: (packed) =>
    new Promise((resolve, reject) => {
      loaded().inflateRaw(packed, (error, bytes) => (error ? reject(error) : resolve(bytes)));
    }),
};
