import { randomBytes } from '#harness/data/random.ts';
import { Unzip, UnzipInflate, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { type ZipFile, ZipWriter } from '#core/exports/zip.ts';
import { createPrintFolder, hasPrintTools } from '#harness/programs/print-tools.ts';

const TEXT = 'The same again. '.repeat(200);
// More than a block that is not compressed holds.
const NOISE = randomBytes(200_000);
const FILES: readonly ZipFile[] = [
  fileOf('index.csv', ['id,title\r\n']),
  fileOf('pdf/Menü Αθήνα 🎄.pdf', [TEXT, NOISE, 'end']),
  fileOf('texts.txt', [TEXT, TEXT]),
  fileOf('empty.pdf', []),
];
const CONTENTS = FILES.map(
  ({ name, pieces }) => [name, Buffer.concat([...(pieces as Uint8Array[])])] as const,
);

function fileOf(name: string, pieces: readonly (string | Uint8Array)[]): ZipFile {
  const modifiedAtMs = Date.UTC(2027, 1, 28, 23, 59, 58);
  return { name, pieces: pieces.map((piece) => Buffer.from(piece)), modifiedAtMs };
}

async function write(files: readonly ZipFile[]): Promise<Buffer> {
  const zip = new ZipWriter();
  const parts: Uint8Array[] = [];
  for (const file of files) for await (const part of zip.add(file)) parts.push(part);
  return Buffer.concat([...parts, ...zip.end()]);
}

describe('an archive', () => {
  test('contains its files, whatever their pieces, deflated or not, under names in any script', async () => {
    const read = unzipSync(await write(FILES));
    expect(Object.keys(read)).toEqual(FILES.map(({ name }) => name));
    for (const [name, content] of CONTENTS) expect(content.equals(read[name]!), name).toBe(true);
  });

  test('can be read as a stream, although no file says its length first', async () => {
    const found = new Map<string, Uint8Array[]>();
    const unzip = new Unzip((file) => {
      const pieces: Uint8Array[] = [];
      found.set(file.name, pieces);
      file.ondata = (_, piece) => pieces.push(piece);
      file.start();
    });
    unzip.register(UnzipInflate);
    unzip.push(await write(FILES), true);
    expect([...found.keys()]).toEqual(FILES.map(({ name }) => name));
    for (const [name, content] of CONTENTS)
      expect(content.equals(Buffer.concat(found.get(name) ?? [])), name).toBe(true);
  });

  test('without files is one that programs open', async () => {
    expect(unzipSync(await write([]))).toEqual({});
  });

  test('has no more files than its format counts', async () => {
    const file = fileOf('a.pdf', []);
    await expect(write(Array.from({ length: 65_536 }, () => file))).rejects.toThrow(RangeError);
  });
});

test('the time of a file is in UTC, to two seconds', async () => {
  const zip = await write(FILES);
  expect(zip.readUInt16LE(10)).toBe((23 << 11) | (59 << 5) | (58 / 2));
  expect(zip.readUInt16LE(12)).toBe(((2027 - 1980) << 9) | (2 << 5) | 28);
});

test.runIf(hasPrintTools())('unzip finds nothing wrong with an archive, and unpacks its names', async () => {
  const folder = await createPrintFolder(new Map([['a.zip', await write(FILES)]]));
  expect(await folder.unpack('a.zip')).toEqual(FILES.map(({ name }) => name));
  await folder.remove();
});
