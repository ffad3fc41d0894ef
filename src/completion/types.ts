// The table of words that completion offers: made from the commands when the program is built, read at each press of Tab.

/** A word, and what it means. */
export type Offered = readonly [word: string, text: string];

/** What may stand in one place: of a flag's value, or of an argument. */
export interface Value {
  readonly words?: readonly Offered[];
  /** The shell completes names of files, or of folders. */
  readonly paths?: 'files' | 'folders';
}

export interface FlagWords {
  /** `--map` */
  readonly word: string;
  readonly text: string;
  /** Absent for a switch. */
  readonly value?: Value;
}

export interface CommandWords {
  /** `orders upload` */
  readonly path: string;
  readonly text: string;
  readonly flags: readonly FlagWords[];
  readonly args: readonly Value[];
  /** The last argument may be given several times. */
  readonly takesMore?: boolean;
}

export interface WordTable {
  readonly groups: readonly Offered[];
  readonly commands: readonly CommandWords[];
  /** Flags of every command, which may also stand before it. */
  readonly globals: readonly FlagWords[];
}

/** What to offer for the word at the cursor. The words begin with what was typed of it. */
export interface Answer {
  readonly words: readonly Offered[];
  /** Names of files or folders are offered, too: for the part of the word after `before`. */
  readonly paths?: { readonly kind: 'files' | 'folders'; readonly before: string };
}
