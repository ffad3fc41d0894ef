// What a real pseudo-terminal receives for hostile messages: never a control character.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sampleExchange } from '../../../src/contract/sample-exchange.ts';
import { makeCli, until } from '../../helpers/cli.ts';
import { hasPty, onTerminal, withoutColour } from '../../helpers/pty.ts';
import { rmaAt } from '../receiver-support.ts';

const HOSTILE = [
  '\u001b]0;owned\u0007',
  '\u001b[2J\u001b[1;1H',
  '\u009b31m',
  '\u0090q\u009c',
  '\u202eevil\u2066',
  'a\rb\nc\td',
  '\u0000\u0008\u007f',
  '\u2028\u2029\ufeff\u200b',
  '\\ud83d',
  'x'.repeat(5000),
];

async function seen(args: readonly string[]): Promise<string> {
  const cli = makeCli();
  const ready = path.join(cli.root, 'ready.json');
  // Calls beside the paths are shown and do not count.
  const stop = ['--stop-after', String(HOSTILE.length * 5)];
  const words = ['listen', '--port', '0', '--ready-file', ready, ...stop, ...args];
  const screen = onTerminal(cli, words, { env: { NO_COLOR: '1', COLUMNS: '80' } });
  await until(() => fs.existsSync(ready), 'the ready file');
  const { url } = JSON.parse(fs.readFileSync(ready, 'utf8')) as { url: string };
  const send = (target: string, body: string, headers: Record<string, string> = {}) =>
    fetch(`${url}${target}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    });
  for (const [i, word] of HOSTILE.entries()) {
    const unit = { return_reason: word, sku: word, order_line_item_identifier: word, tracking_number: word };
    const plain = rmaAt(`RMA-${i}`, 0);
    await send(`/nowhere/${encodeURIComponent(word.replace('\\ud83d', ''))}`.slice(0, 4000), word, {
      'content-type': `text/${encodeURIComponent(word).slice(0, 50)}`,
    });
    await send('/rmas', JSON.stringify(plain));
    const changes = { status: word, return_method: word, [word]: word };
    await send('/rmas', JSON.stringify(rmaAt(`RMA-${i}`, 1, unit, changes)).replace(/\\\\u/g, '\\u'));
    await send('/rmas', JSON.stringify(rmaAt(word, 0, { order_identifier: word })));
    await send('/rmas', `{"${word}":`);
    await send(
      '/exchange_orders',
      JSON.stringify(sampleExchange({ original_order_id: word, payment: word })),
    );
  }
  await screen.ended;
  return withoutColour(screen.raw());
}

const STEERING =
  /[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|\r/u;

test.skipIf(!hasPty).each([[[]], [['--json']]])(
  'a terminal gets no control characters (%j)',
  async (args) => {
    const text = await seen(args);
    expect(text).toContain('rma.');
    const steering = text.split('\n').filter((line) => STEERING.test(line));
    expect(steering.map((line) => JSON.stringify(line).slice(0, 200))).toEqual([]);
    if (args.length > 0) return;
    expect(text).toContain('\\u{1b}');
    expect(text.split('\n').filter((line) => line.length > 80)).toEqual([]);
  },
);
