// Questions to a person, as narrow as sign-in needs them; src/cli/ asks them, tests answer from a script.

export interface Ask {
  /** `check` returns a complaint about an answer, or undefined when it is good. */
  text(
    question: string,
    options?: { initial?: string; check?: (text: string) => string | undefined },
  ): Promise<string>;
  /** Typed unseen; never empty. */
  secret(question: string): Promise<string>;
  choose<T extends string>(
    question: string,
    choices: readonly { readonly value: T; readonly text: string }[],
    initial?: T,
  ): Promise<T>;
  /** A line between two questions. */
  tell(text: string): void;
  confirm(question: string, initial: boolean): Promise<boolean>;
}
