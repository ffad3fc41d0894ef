// Digests and randomness, from node:crypto.
import { createHash, randomBytes } from 'node:crypto';
import type { Crypto, Random } from '../base/host.ts';

export const realCrypto: Crypto = {
  sha256: (content) => createHash('sha256').update(content).digest('hex'),
  sha256Stream() {
    const hash = createHash('sha256');
    return { update: (bytes) => void hash.update(bytes), hex: () => hash.digest('hex') };
  },
};

export const realRandom: Random = {
  unit: () => Math.random(),
  hex: (bytes) => randomBytes(bytes).toString('hex'),
};
