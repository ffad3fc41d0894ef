// The types of `returns orders map`: what is proposed for each field, what is asked, and what was answered.
type Confidence = 'sure' | 'likely' | 'none';

/** Where a field of the interface comes from. */
export interface FieldChoice {
  /** Column of the template, such as `customer.email` or `item.sku`. */
  readonly field: string;
  /** Columns of the export, in the words of the mapping; empty when there is none. */
  readonly column: string;
  readonly confidence: Confidence;
  /** Why, in a few words: `every value is an e-mail address`. */
  readonly why: string;
  /** A value in the export, and what the service gets; personal ones are masked. */
  readonly example: readonly [before: string, after: string];
}

export type Answer = string | Readonly<Record<string, string>>;
export type Answers = Readonly<Record<string, Answer>>;

/** A question that the data does not decide. */
export interface Question {
  readonly id: string;
  readonly text: string;
  /** Possible answers with what each means; empty when any text of the right kind will do. */
  readonly choices: readonly {
    readonly value: string;
    readonly text: string;
    /** Answers to other questions that the choice stands for. */
    readonly answers?: Answers;
  }[];
  /** For a question about several words: each word with the number of its orders and the proposed answer. */
  readonly words?: readonly {
    readonly word: string;
    readonly orders: number;
    readonly proposed: string;
  }[];
  /** What Enter takes; null where nothing is more likely than the rest. */
  readonly proposed: string | null;
  /** What is assumed when nobody can be asked; null where that would change amounts, dates or units. */
  readonly unattended: Answer | null;
  /** Number of orders for which the answer matters. */
  readonly orders: number;
}

export interface AskedQuestion extends Question {
  readonly answer: Answer | null;
}

export type MappingJson = Record<string, unknown>;
