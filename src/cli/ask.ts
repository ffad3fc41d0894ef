// Questions to the user, as sign-in needs them. prompts.ts asks them on the terminal, tests answer from a script.

export interface Ask {
  /** `check` returns what is wrong with an answer, or undefined when it is valid. */
  text(
    question: string,
    options?: { initial?: string | undefined; check?: (text: string) => string | undefined },
  ): Promise<string>;
  /** The typed text is not shown; the answer is never empty. */
  secret(question: string, check?: (text: string) => string | undefined): Promise<string>;
  choose<T extends string>(
    question: string,
    /** `short` stands behind the question once it is answered; without it the text does. */
    choices: readonly { readonly value: T; readonly text: string; readonly short?: string }[],
    initial?: T,
  ): Promise<T>;
  /** Shows a line between two questions. */
  tell(text: string): void;
  confirm(question: string, initial: boolean): Promise<boolean>;
}
