import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import jsQR from 'jsqr';
import { readRgbaSymbol, type RgbaPicture } from '../symbols/read-symbol.ts';

/** The readers of symbols: two in this process, and Debian's zbar-tools and zxing-cpp-tools. */
export type Reader = 'zxing-wasm' | 'jsQR' | 'zbar' | 'ZXing-C++';

const TOOLS = { zbarimg: 'zbar-tools', ZXingReader: 'zxing-cpp-tools' };

/** The available readers. If some are missing, prints a line about them, or throws if `REQUIRE_SYMBOL_READERS` is set. */
export function listReaders(): readonly Reader[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const missing = Object.entries(TOOLS).filter(([tool]) =>
    folders.every((folder) => !existsSync(join(folder, tool))),
  );
  if (missing.length === 0) return ['zxing-wasm', 'jsQR', 'zbar', 'ZXing-C++'];
  const line = `Tests of styles need ${missing.map(([tool]) => tool).join(', ')}: apt-get install ${missing.map(([, name]) => name).join(' ')}`;
  if (process.env['REQUIRE_SYMBOL_READERS']) throw new Error(line);
  console.warn(`${line}. Other readers read alone.`);
  const isMissing = (name: string) => missing.some(([tool]) => tool === name);
  return [
    'zxing-wasm',
    'jsQR',
    ...(isMissing('zbarimg') ? [] : ['zbar' as const]),
    ...(isMissing('ZXingReader') ? [] : ['ZXing-C++' as const]),
  ];
}

/** What a reader finds in each picture, in order; null if it finds nothing. Contents are ASCII without control characters. */
export type Readings = Partial<Record<Reader, (string | null)[]>>;

/** Makes every reader read every picture; one process of each tool reads all of them. */
export async function readPictures(
  pictures: readonly RgbaPicture[],
  readers: readonly Reader[],
): Promise<Readings> {
  const folder = await mkdtemp(join(tmpdir(), 'qr-readers-'));
  try {
    const names = pictures.map((_, i) => `${i}.ppm`);
    await Promise.all(names.map((name, i) => writeFile(join(folder, name), toPpm(pictures[i]!))));
    const tools = Promise.all([
      readers.includes('zbar') ? readWithZbar(folder, names) : null,
      readers.includes('ZXing-C++') ? readWithZXing(folder, names) : null,
    ]);
    // Meanwhile, the tools read in their own processes.
    const wasm = readers.includes('zxing-wasm') ? await readWithWasm(pictures) : null;
    const jsqr = readers.includes('jsQR') ? pictures.map(readWithJsQr) : null;
    const [zbar, zxing] = await tools;
    return {
      ...(wasm && { 'zxing-wasm': wasm }),
      ...(jsqr && { jsQR: jsqr }),
      ...(zbar && { zbar }),
      ...(zxing && { 'ZXing-C++': zxing }),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function readWithWasm(pictures: readonly RgbaPicture[]): Promise<(string | null)[]> {
  const texts: (string | null)[] = [];
  for (const picture of pictures) {
    texts.push(
      await readRgbaSymbol(picture).then(
        ({ text }) => text,
        () => null,
      ),
    );
  }
  return texts;
}

function readWithJsQr({ data, width, height }: RgbaPicture): string | null {
  return jsQR(data, width, height, { inversionAttempts: 'dontInvert' })?.data ?? null;
}

/** netpbm's P6: red, green and blue. */
function toPpm({ width, height, data }: RgbaPicture): Uint8Array {
  const header = Buffer.from(`P6\n${width} ${height}\n255\n`);
  const file = new Uint8Array(header.length + 3 * width * height);
  file.set(header);
  for (let from = 0, to = header.length; from < data.length; from += 4) {
    file[to++] = data[from]!;
    file[to++] = data[from + 1]!;
    file[to++] = data[from + 2]!;
  }
  return file;
}

const execute = promisify(execFile);

async function readWithZbar(folder: string, names: readonly string[]): Promise<(string | null)[]> {
  const options = ['--nodbus', '--quiet', '--xml', '-Sdisable', '-Sqrcode.enable'];
  const xml = await execute('zbarimg', [...options, ...names], { cwd: folder, maxBuffer: 2 ** 28 }).then(
    ({ stdout }) => stdout,
    // It exits with 4 if a picture has no symbol.
    (error: { code: unknown; stdout: string }) => {
      if (error.code === 4) return error.stdout;
      throw error;
    },
  );
  const sources = xml.split('<source href=').slice(1);
  if (sources.length !== names.length)
    throw new Error(`zbarimg read ${sources.length} of ${names.length} pictures`);
  return sources.map((source) => /<!\[CDATA\[(.*?)\]\]>/.exec(source)?.[1] ?? null);
}

async function readWithZXing(folder: string, names: readonly string[]): Promise<(string | null)[]> {
  const { stdout } = await execute('ZXingReader', ['-1', '-format', 'QRCode', ...names], {
    cwd: folder,
    maxBuffer: 2 ** 28,
  });
  const found = new Map<string, string>();
  for (const line of stdout.split('\n')) {
    const [, name, text] = /^(\S+) QRCode "(.*)"$/.exec(line) ?? [];
    if (name !== undefined && text !== undefined) found.set(name, text);
  }
  return names.map((name) => found.get(name) ?? null);
}
