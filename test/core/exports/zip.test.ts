import { deflateRawSync } from 'node:zlib';
import { strFromU8, Unzip, UnzipInflate, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { type ZipFile, ZipWriter } from '#core/exports/zip.ts';
import { createPrintFolder, hasPrintTools } from '#harness/programs/print-tools.ts';

const TEXT = 'The same again. '.repeat(200);
const FILES: readonly ZipFile[] = [
  fileOf('index.csv', 'id,title\r\n', false),
  fileOf('pdf/Menü Αθήνα 🎄.pdf', TEXT, true),
  fileOf('empty.txt', '', false),
];

function fileOf(name: string, text: string, isDeflated: boolean): ZipFile {
  const bytes = Buffer.from(text);
  const modifiedAtMs = Date.UTC(2027, 1, 28, 23, 59, 58);
  return { name, bytes, deflated: isDeflated ? deflateRawSync(bytes) : null, modifiedAtMs };
}

function write(files: readonly ZipFile[]): Buffer {
  const zip = new ZipWriter();
  const parts = files.flatMap((file) => zip.add(file));
  return Buffer.concat([...parts, ...zip.end()]);
}

describe('an archive', () => {
  test('contains its files, deflated or stored, under names in any script', () => {
    const read = unzipSync(write(FILES));
    expect(Object.entries(read).map(([name, bytes]) => [name, strFromU8(bytes)])).toEqual(
      FILES.map(({ name, bytes }) => [name, strFromU8(bytes)]),
    );
  });

  test('can be read as a stream, because each file states its length first', () => {
    const found: string[] = [];
    const unzip = new Unzip((file) => {
      found.push(`${file.name} ${file.originalSize}`);
      file.ondata = () => {};
      file.start();
    });
    unzip.register(UnzipInflate);
    unzip.push(write(FILES), true);
    expect(found).toEqual(FILES.map(({ name, bytes }) => `${name} ${bytes.length}`));
  });

  test('without files is one that programs open', () => {
    expect(unzipSync(write([]))).toEqual({});
  });

  test('has no more files than its format counts', () => {
    const zip = new ZipWriter();
    const file = fileOf('a', '', false);
    for (let i = 0; i < 65_535; i++) zip.add(file);
    expect(() => zip.add(file)).toThrow(RangeError);
  });
});

test('the time of a file is in UTC, to two seconds', () => {
  const zip = write(FILES);
  expect(zip.readUInt16LE(10)).toBe((23 << 11) | (59 << 5) | (58 / 2));
  expect(zip.readUInt16LE(12)).toBe(((2027 - 1980) << 9) | (2 << 5) | 28);
});

test.runIf(hasPrintTools())('unzip finds nothing wrong with an archive, and unpacks its names', async () => {
  const folder = await createPrintFolder(new Map([['a.zip', write(FILES)]]));
  expect(await folder.unpack('a.zip')).toEqual(FILES.map(({ name }) => name));
  await folder.remove();
});
