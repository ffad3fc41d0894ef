// The time of this machine without a module of Node, for the library entry that also runs in browsers and workers.

/** ms since the epoch. */
export const wallClock = (): number => Date.now();
