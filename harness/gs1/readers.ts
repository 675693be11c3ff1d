import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { SEPARATOR } from '#core/gs1/digital-link.ts';
import type { GrayPicture, Gs1Symbol } from '../symbols/read-symbol.ts';

const execute = promisify(execFile);

/** Whether libdmtx's reader is installed. If `REQUIRE_SYMBOL_READERS` is set, it is an error if it is not. */
export function hasDmtx(): boolean {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  if (folders.some((folder) => existsSync(join(folder, 'dmtxread')))) return true;
  const line = 'Tests of Data Matrix need dmtxread: apt-get install dmtx-utils';
  if (process.env['REQUIRE_SYMBOL_READERS']) throw new Error(line);
  console.warn(`${line}. ZXing-C++ reads alone.`);
  return false;
}

/** The top of a page: readers find a Data Matrix only if they are aimed at it, and not at the text below. */
export function aimAtTop(page: GrayPicture): GrayPicture {
  const height = Math.min(page.height, Math.round(1.2 * page.width));
  return { ...page, height, pixels: page.pixels.subarray(0, page.width * height) };
}

/** The first FNC1, as a reader of GS1 passes it on. */
const FIRST = SEPARATOR;

/** What ZXing-C++'s program reads in a picture: its text with the character of GS1 for FNC1, and its identifier. Null if it finds nothing. */
export async function readWithZXing(picture: GrayPicture): Promise<Gs1Symbol | null> {
  const said = await readWith(picture, 'ZXingReader', '-format', 'QRCode,DataMatrix', '-escape');
  const [, text] = /^Text: +"(.*)"$/m.exec(said) ?? [];
  const [, identifier = ''] = /^Identifier: +(.*)$/m.exec(said) ?? [];
  return text === undefined ? null : { text: text.replaceAll('<GS>', SEPARATOR), identifier };
}

/** The same by libdmtx, which reads Data Matrix alone and says by a first character of GS1 that FNC1 comes first. */
export async function readWithDmtx(picture: GrayPicture): Promise<Gs1Symbol> {
  const text = await readWith(picture, 'dmtxread', '-N', '1', '-G', '29');
  return text.startsWith(FIRST) ? { text: text.slice(1), identifier: ']d2' } : { text, identifier: ']d1' };
}

async function readWith(
  { width, height, pixels }: GrayPicture,
  program: string,
  ...options: readonly string[]
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gs1-'));
  try {
    const name = join(folder, 'symbol.pgm');
    await writeFile(name, Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels]));
    return (await execute(program, [...options, name], { encoding: 'latin1' })).stdout;
  } finally {
    await rm(folder, { recursive: true });
  }
}
