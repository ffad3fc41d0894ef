// Words as bash has them on the line, quoted and unfinished, and back. The other shells do this themselves.

export interface BashWord {
  /** What the word means. */
  readonly text: string;
  /** The quote that is open at its end. */
  readonly quote: '' | '"' | "'";
}

/** Reads quotes and backslashes. Nothing is replaced: `$HOME` stays, and no command is run. */
export function readBashWord(raw: string): BashWord {
  let text = '';
  let quote: BashWord['quote'] = '';
  for (let i = 0; i < raw.length; i++) {
    const sign = raw[i]!;
    if (quote === "'") {
      if (sign === "'") quote = '';
      else text += sign;
    } else if (sign === '\\') {
      const next = raw[++i] ?? '';
      text += quote === '"' && !'$`"\\'.includes(next) ? sign + next : next;
    } else if (sign === quote) quote = '';
    else if (quote === '' && (sign === '"' || sign === "'")) quote = sign;
    else text += sign;
  }
  return { text, quote };
}

/**
 * What bash puts in the place of the word. With an open quote it keeps that quote and takes what follows as it is, so what
 * ends or begins something there is escaped.
 */
export function writeBashWord(text: string, quote: BashWord['quote']): string {
  if (quote === "'") return text.replaceAll("'", "'\\''");
  // In double quotes nothing takes the meaning of a bang away, which an interactive bash replaces by an earlier line.
  if (quote === '"') return text.replace(/[$`"\\]/g, '\\$&').replace(/!+/g, `"'$&'"`);
  // A tilde and a number sign mean something at the beginning only, a bang in an interactive shell.
  return text.replace(/[^\p{L}\p{N}_@%+=:,./-]/gu, '\\$&');
}
