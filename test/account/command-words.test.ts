// client-secret-command: how its line is cut into words, and what is refused because only a shell understands it.
import { expect, test } from 'vitest';
import { commandWords } from '../../src/account/secret-command.ts';

test.each([
  ['op read op://vault/returns/secret', ['op', 'read', 'op://vault/returns/secret']],
  ['  pass   show\treturns ', ['pass', 'show', 'returns']],
  [`sh -c 'pass show returns | head -1'`, ['sh', '-c', 'pass show returns | head -1']],
  [`op read "op://My Vault/it\\"em\\\\/x"`, ['op', 'read', 'op://My Vault/it"em\\/x']],
  [`a'b c'"d e"f ''`, ['ab cd ef', '']],
  ['C:\\Tools\\op.exe read x', ['C:\\Tools\\op.exe', 'read', 'x']],
  [`'C:\\Program Files\\op.exe' read`, ['C:\\Program Files\\op.exe', 'read']],
  ['op read op://v/i?attribute=x#y', ['op', 'read', 'op://v/i?attribute=x#y']],
  ['keyctl print %user:x', ['keyctl', 'print', '%user:x']],
  ['a/~b ~', undefined],
  ['cat ~/secret', undefined],
  ['pass show returns | head -1', undefined],
  ['cat "$HOME/secret"', undefined],
  ['cat `which x`', undefined],
  ['cat x > y', undefined],
  ['a; b', undefined],
  ['(a)', undefined],
  ['a\nb', undefined],
  ['cat \u001b[31m', undefined],
  ['cat "x', undefined],
  ['', undefined],
  [`'' x`, undefined],
  ['echo s3cret', undefined],
  ['C:\\x\\ECHO.exe s3cret', undefined],
])('%j', (line, words) => {
  if (words) expect(commandWords(line)).toEqual(words);
  else
    expect(() => commandWords(line)).toThrow(
      expect.objectContaining({ exitCode: 2, code: 'usage.secret.command' }),
    );
});

test('a refused line is not repeated: it may hold a secret', () => {
  for (const line of ['echo canary-5ecret', 'cat $(canary-5ecret)', "cat 'canary-5ecret"]) {
    let said = '';
    try {
      commandWords(line);
    } catch (error) {
      said = JSON.stringify({ ...(error as object), message: (error as Error).message });
    }
    expect(said).toContain('client-secret-command');
    expect(said).not.toContain('canary');
  }
});
