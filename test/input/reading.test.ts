// How files may come: dialects, several at once, scattered rows, gzip, stdin, other encodings, changing underneath.
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { codes, collect, desk, readFirst, row, table } from './support.ts';

describe('dialects', () => {
  it('a delimiter by its name, and one that is not given', async () => {
    const at = desk();
    at.file('a.csv', table(row(1, 1)).replaceAll(',', '\t'));
    expect(await at.read('a.csv', { delimiter: 'tab' })).toHaveLength(1);
    at.file('b.csv', table(row(1, 1)).replaceAll(',', '^'));
    expect(await at.fail('b.csv')).toMatchObject({ code: 'input.header.foreign' });
  });

  it.each([
    ['a CR inside a cell', (i: number) => row(i, 1, { sku: '"a\rb"' })],
    ['CRLF rows behind blank lines', (i: number) => `\n\r\n${row(i, 1)}\r`],
    ['a long cell over many chunks', (i: number) => row(i, 1, { sku: `"${'x\n'.repeat(400_000)}\r"` })],
  ])('%s, after a long stretch of LF rows', async (_name, late) => {
    const at = desk();
    const early = Array.from({ length: 20_001 }, (_, i) => row(i, 1, { sku: i % 3 ? 'x' : '"a\nb"' }));
    const content = `${table(...early)}\n${late(90_000)}\n${row(90_001, 1)}\n`;
    at.file('a.csv', content);
    const inputs = await at.open('a.csv');
    const snapshots = await collect(inputs, 'first');
    expect(snapshots).toHaveLength(20_003);
    const lines = content.split(/\r\n|\n|\r/);
    for (const snapshot of snapshots.slice(-5)) {
      const place = snapshot.rows[0]!;
      expect(lines[place.line - 1]).toMatch(new RegExp(`^${snapshot.id},`));
      expect(Buffer.from(inputs.bytesOf(place)).toString()).toMatch(
        new RegExp(`^${snapshot.id},[^]*,1\\s*$`),
      );
    }
    const short = `${content}x,y\n`;
    at.file('b.csv', short);
    expect(await at.fail('b.csv')).toMatchObject({
      code: 'input.row.cells',
      place: { line: lines.length },
      found: '2 cells',
    });
  });
});

describe('several rows, several places', () => {
  it('scattered rows come together when they are counted', async () => {
    const at = desk();
    at.file('a.csv', table(row(1, 1), row(2, 1), row(1, 2), row(3, 1), row(2, 1)));
    const inputs = await at.open('a.csv');
    await collect(inputs, 'first');
    expect(inputs.snapshotIndex).toMatchObject({ scattered: true, rows: 5, orders: 3, snapshots: 3 });
    for (let pass = 0; pass < 2; pass++) {
      const snapshots = await collect(inputs, 'counted');
      expect(snapshots.map((s) => `${s.id} ${s.rows.map((r) => r.line)}`)).toEqual([
        'SO-1 2,4',
        'SO-3 5',
        'SO-2 3,6',
      ]);
      expect(snapshots.map(codes)).toEqual([[], [], ['note order.line.repeated items[0]']]);
    }
  });

  it('files are one input, also with other headers', async () => {
    const at = desk();
    at.file('a.csv', table(row(1, 1), row(2, 1)));
    at.file(
      'b.csv',
      'item.sku;item.quantity;updated_at;identifier;item.identifier;currency\nX;0;2026-05-01T10:00:00Z;SO-1;2;USD\n',
    );
    const inputs = await at.open(['a.csv', 'b.csv']);
    const snapshots = await readFirst(inputs);
    const first = snapshots.find((s) => s.id === 'SO-1')!;
    expect(first.findings).toEqual([]);
    expect((first.raw as { items: unknown[] }).items).toEqual([
      { identifier: '1', sku: 'SKU-1', quantity: 1 },
      { identifier: '2', sku: 'X', quantity: 0 },
    ]);
    expect(first.rows.map((r) => [r.file, r.line])).toEqual([
      [0, 2],
      [1, 2],
    ]);
    expect(first.placeOf('items[1].sku')).toMatchObject({ file: 'b.csv', line: 2 });
    expect(inputs.files.map((f) => [f.path, f.format, f.rows])).toEqual([
      ['a.csv', 'csv', 2],
      ['b.csv', 'csv', 1],
    ]);
  });

  it('a conflict across files names both', async () => {
    const at = desk();
    at.file('a.csv', table(row(1, 1)));
    at.file('b.csv', table(row(1, 1, { sku: 'X' })));
    const [snapshot] = await at.read(['a.csv', 'b.csv']);
    expect(snapshot!.findings[0]).toMatchObject({
      code: 'order.line.conflict',
      args: { file: 'b.csv', line: 2, first_file: 'a.csv', first_line: 2 },
    });
  });
});

describe('spooled input', () => {
  const content = table(row(1, 1), row(1, 2), row(2, 1));
  const sha = (platform: { crypto: { sha256(c: Uint8Array | string): string } }, c: Uint8Array | string) =>
    platform.crypto.sha256(c);

  it('stdin goes into a private file that is removed at the end', async () => {
    const at = desk(content);
    const inputs = await at.open('-');
    const files = fs.readdirSync(at.spool).sort();
    // The file, and the empty one by whose lock it is ours.
    expect(files).toEqual([files[0], `${files[0]}.lock`]);
    for (const file of files) expect(fs.statSync(path.join(at.spool, file)).mode & 0o777).toBe(0o600);
    expect(fs.statSync(at.spool).mode & 0o777).toBe(0o700);
    expect((await collect(inputs, 'first')).map((s) => s.id)).toEqual(['SO-1', 'SO-2']);
    expect((await collect(inputs, 'counted')).map((s) => s.id)).toEqual(['SO-1', 'SO-2']);
    expect(inputs.files[0]).toEqual({
      path: '-',
      format: 'csv',
      bytes: content.length,
      sha256: sha(at.platform, content),
      rows: 3,
    });
    inputs.close();
    expect(fs.readdirSync(at.spool)).toEqual([]);
  });

  it('gzip is known by its first bytes, whatever its name, also on stdin', async () => {
    const packed = zlib.gzipSync(content);
    const at = desk(packed);
    at.file('a.csv', packed);
    for (const name of ['a.csv', '-']) {
      const inputs = await at.open(name);
      expect((await readFirst(inputs)).map((s) => s.rows.length)).toEqual([2, 1]);
      expect(inputs.files[0]).toMatchObject({ bytes: packed.length, sha256: sha(at.platform, packed) });
      inputs.close();
    }
    expect(fs.readdirSync(at.spool)).toEqual([]);
  });
});

describe('a file that changes', () => {
  /** Another file of the same size and time. */
  const replaced = (file: string) => {
    const { atime, mtime } = fs.statSync(file);
    fs.writeFileSync(`${file}.new`, fs.readFileSync(file, 'utf8'));
    fs.renameSync(`${file}.new`, file);
    fs.utimesSync(file, atime, mtime);
  };
  it.each<[what: string, how: (file: string) => void]>([
    ['grown', (file) => fs.appendFileSync(file, `${row(3, 1)}\n`)],
    ['touched', (file) => fs.utimesSync(file, 1, 1)],
    ['gone', (file) => fs.rmSync(file)],
    ['replaced', replaced],
  ])('%s', async (_what, how) => {
    const at = desk();
    at.file('a.csv', table(row(1, 1), row(2, 1)));
    const inputs = await at.open('a.csv');
    await collect(inputs, 'first');
    how(path.join(at.folder, 'a.csv'));
    const handed: unknown[] = [];
    await expect(
      (async () => {
        for await (const list of inputs.read('counted')) handed.push(...list);
      })(),
    ).rejects.toMatchObject({ code: 'input.changed', exitCode: 6, place: { file: 'a.csv' } });
    expect(handed).toEqual([]);
  });

  it.each([
    ['a.csv', table(row(1, 1), row(2, 1)), 'SKU-1', 'SKU-9'],
    ['a.ndjson', '{"identifier":"SO-1"}\n{"identifier":"SO-3"}\n', 'SO-1', 'SO-2'],
    ['a.ndjson', '{"identifier":"SO-1"}\n{"identifier":"SO-3"}\n', ':', ' '],
  ])('in its bytes alone: %s', async (name, text, before, after) => {
    const at = desk();
    at.file(name, text);
    const file = path.join(at.folder, name);
    // A whole-second time can be put back exactly.
    fs.utimesSync(file, 1_700_000_000, 1_700_000_000);
    const inputs = await at.open(name);
    await collect(inputs, 'first');
    fs.writeFileSync(file, text.replaceAll(before, after));
    fs.utimesSync(file, 1_700_000_000, 1_700_000_000);
    await expect(collect(inputs, 'counted')).rejects.toMatchObject({ code: 'input.changed' });
  });

  it('while it is read', async () => {
    const at = desk();
    at.file('a.csv', table(...Array.from({ length: 30_000 }, (_, i) => row(i, 1))));
    const inputs = await at.open('a.csv');
    const reading = inputs.read('first')[Symbol.asyncIterator]();
    await reading.next();
    fs.appendFileSync(path.join(at.folder, 'a.csv'), 'x');
    await expect(reading.next()).rejects.toMatchObject({ code: 'input.changed' });
  });
});
