import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import type { GrayPicture } from '../symbols/read-symbol.ts';

/** The tools that check print files: Debian's packages of these names. They share no code with the project. */
const TOOLS = {
  gs: 'ghostscript',
  qpdf: 'qpdf',
  pdfinfo: 'poppler-utils',
  zbarimg: 'zbar-tools',
  ZXingReader: 'zxing-cpp-tools',
  unzip: 'unzip',
};

/** Whether all tools are installed. If `REQUIRE_PRINT_TOOLS` is set, a missing one is an error. */
export function hasPrintTools(): boolean {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const missing = Object.entries(TOOLS).flatMap(([tool, name]) =>
    folders.some((folder) => existsSync(join(folder, tool))) ? [] : name,
  );
  if (missing.length === 0) return true;
  const line = `Tests of print files need more programs: apt-get install ${missing.join(' ')}`;
  if (process.env['REQUIRE_PRINT_TOOLS']) throw new Error(line);
  console.warn(`${line}. They are skipped.`);
  return false;
}

const execute = promisify(execFile);

async function run(folder: string, command: string, ...args: readonly string[]): Promise<string> {
  // unzip writes names in the encoding of the locale.
  const env = { ...process.env, LC_ALL: 'C.UTF-8' };
  return (await execute(command, args, { cwd: folder, maxBuffer: 2 ** 28, env })).stdout;
}

/** The page of an EPS is its bounding box. A fault in a PDF that ghostscript would mend in silence is an error. */
const GHOSTSCRIPT = [
  ...['-q', '-dNOPAUSE', '-dBATCH', '-dSAFER', '-dEPSCrop'],
  ...['-dPDFSTOPONERROR', '-dPDFSTOPONWARNING'],
];

/** Files in a temporary folder, and the tools' results for them. Each method starts one process for all files. */
export interface PrintFolder {
  /** Each page in shades of grey, in the order of the files. */
  render(names: readonly string[], dpi: number): Promise<GrayPicture[]>;
  /** Each page in colour, with smooth edges. */
  renderColors(names: readonly string[], dpi: number, profile?: ColorProfile): Promise<ColorPicture[]>;
  /** Each page of PDFs as poppler draws it, which must have no complaint. */
  renderWithPoppler(names: readonly string[], dpi: number): Promise<ColorPicture[]>;
  /** The texts that zbar reads in the most recently rendered pages. */
  readRendered(): Promise<string[]>;
  /** The share of each page that cyan, magenta, yellow and black cover. */
  measureInks(names: readonly string[]): Promise<number[][]>;
  /** The inks of each pixel of each page: cyan, magenta, yellow and black, a byte each. */
  renderInks(names: readonly string[], dpi: number): Promise<Uint8Array[]>;
  /** The names of a page's plates that have ink, and the sum of all plates. */
  listPlates(name: string): Promise<string[]>;
  /** The box around everything that each page draws, in points from the lower left corner. */
  findBoxes(names: readonly string[]): Promise<number[][]>;
  /** qpdf's findings, one line each. */
  findFaults(names: readonly string[]): Promise<string[]>;
  /** The objects of a PDF as qpdf reads them, with unpacked streams. */
  readObjects(name: string): Promise<Record<string, PdfEntry>>;
  /** The output of a poppler tool for a file. */
  ask(tool: 'pdfinfo' | 'pdffonts', name: string): Promise<string>;
  /** Unpacks an archive into the folder, after `unzip` has tested it, and lists its content. */
  unpack(name: string): Promise<string[]>;
  /** The text that zbar reads in each picture, one line each. */
  readPictures(names: readonly string[]): Promise<string[]>;
  /** Adds a file, or writes it anew. */
  add(name: string, bytes: Uint8Array): Promise<void>;
  /** The path of one of the files. */
  pathOf(name: string): string;
  remove(): Promise<void>;
}

/** A file of the folder as the ICC profile of the colours of the pages, or of those of the pictures. */
interface ColorProfile {
  readonly of: 'DefaultRGBProfile' | 'OutputICCProfile';
  readonly name: string;
}

export interface PdfEntry {
  readonly value?: unknown;
  readonly stream?: { readonly dict: Record<string, unknown>; readonly data: string };
}

export async function createPrintFolder(files: ReadonlyMap<string, Uint8Array>): Promise<PrintFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'qr-print-'));
  for (const [name, bytes] of files) await writeFile(join(folder, name), bytes);
  let rendered: string[] = [];
  return {
    async render(names, dpi) {
      await Promise.all(rendered.map((name) => rm(join(folder, name))));
      await run(folder, 'gs', ...GHOSTSCRIPT, '-sDEVICE=pgmraw', `-r${dpi}`, '-o', 'page-%04d.pgm', ...names);
      rendered = (await readdir(folder)).filter((name) => /^page-\d+\.pgm$/.test(name)).sort();
      return Promise.all(rendered.map(async (name) => readNetpbm(await readFile(join(folder, name)))));
    },
    async renderColors(names, dpi, profile) {
      const colors = profile
        ? [`--permit-file-read=${folder}/`, `-s${profile.of}=${join(folder, profile.name)}`]
        : [];
      const smooth = [...colors, '-dGraphicsAlphaBits=4', '-dTextAlphaBits=4', '-sDEVICE=ppmraw', `-r${dpi}`];
      await Promise.all(rendered.map((name) => rm(join(folder, name))));
      await run(folder, 'gs', ...GHOSTSCRIPT, ...smooth, '-o', 'page-%04d.ppm', ...names);
      rendered = (await readdir(folder)).filter((name) => /^page-\d+\.ppm$/.test(name)).sort();
      return Promise.all(rendered.map(async (name) => readNetpbm(await readFile(join(folder, name)))));
    },
    async renderWithPoppler(names, dpi) {
      const script =
        'n=0; for file; do pdftoppm -r "$dpi" "$file" poppler-$(printf %04d $n) 2>&1; n=$((n + 1)); done';
      const said = await run(folder, 'env', `dpi=${dpi}`, 'sh', '-c', script, 'sh', ...names);
      if (said !== '') throw new Error(`poppler: ${said}`);
      const pages = (await readdir(folder)).filter((name) => name.startsWith('poppler-')).sort();
      return Promise.all(
        pages.map(async (name) => {
          const page = readNetpbm(await readFile(join(folder, name)));
          await rm(join(folder, name));
          return page;
        }),
      );
    },
    async readRendered() {
      return (await readPictures(folder, rendered)).trim().split('\n');
    },
    async measureInks(names) {
      const text = await run(folder, 'gs', ...GHOSTSCRIPT, '-sDEVICE=inkcov', '-o', '-', ...names);
      return text
        .split('\n')
        .filter((line) => line.includes('CMYK OK'))
        .map((line) => line.trim().split(/\s+/).slice(0, 4).map(Number));
    },
    async renderInks(names, dpi) {
      const page = ['-sDEVICE=pamcmyk32', `-r${dpi}`, '-o', 'inks-%04d.pam'];
      await run(folder, 'gs', ...GHOSTSCRIPT, ...page, ...names);
      const pages = (await readdir(folder)).filter((name) => name.startsWith('inks-')).sort();
      return Promise.all(
        pages.map(async (name) => {
          const file = await readFile(join(folder, name));
          await rm(join(folder, name));
          return file.subarray(file.indexOf('ENDHDR\n') + 'ENDHDR\n'.length);
        }),
      );
    },
    async listPlates(name) {
      await run(
        folder,
        'gs',
        ...GHOSTSCRIPT,
        '-sDEVICE=tiffsep',
        '-sCompression=none',
        '-r150',
        '-o',
        'plate.tif',
        name,
      );
      const plates = (await readdir(folder)).filter((file) => /^plate\(.*\)\.tif$/.test(file));
      const inked: string[] = [];
      for (const plate of plates.sort()) {
        if (hasInk(await readFile(join(folder, plate))))
          inked.push(plate.slice('plate('.length, -').tif'.length));
        await rm(join(folder, plate));
      }
      return inked;
    },
    async findBoxes(names) {
      // ghostscript writes the boxes to standard error.
      const text = await run(
        folder,
        'sh',
        '-c',
        'exec "$@" 2>&1',
        'sh',
        'gs',
        ...GHOSTSCRIPT,
        '-sDEVICE=bbox',
        ...names,
      );
      return [...text.matchAll(/%%HiResBoundingBox: (.*)/g)].map(([, box = '']) =>
        box.trim().split(' ').map(Number),
      );
    },
    async findFaults(names) {
      const script = 'for file; do qpdf --check "$file" 2>&1 || true; done';
      const text = await run(folder, 'sh', '-c', script, 'sh', ...names);
      const fine =
        /^(checking |PDF Version: |File is not encrypted|File is not linearized|No syntax or stream encoding errors|errors that qpdf cannot detect)/;
      return text.split('\n').filter((line) => line !== '' && !fine.test(line));
    },
    async readObjects(name) {
      const text = await run(
        folder,
        'qpdf',
        '--json=2',
        '--json-stream-data=inline',
        '--decode-level=generalized',
        name,
      );
      const { qpdf } = JSON.parse(text) as { qpdf: [unknown, Record<string, PdfEntry>] };
      return qpdf[1];
    },
    ask: (tool, name) => run(folder, tool, ...(tool === 'pdfinfo' ? ['-box'] : []), name),
    async unpack(name) {
      await run(folder, 'unzip', '-tqq', name);
      await run(folder, 'unzip', '-oqq', name);
      return (await run(folder, 'unzip', '-Z1', name)).trim().split('\n');
    },
    readPictures: async (names) => (await readPictures(folder, names)).trim().split('\n'),
    add: (name, bytes) => writeFile(join(folder, name), bytes),
    pathOf: (name) => join(folder, name),
    remove: () => rm(folder, { recursive: true }),
  };
}

function readPictures(folder: string, names: readonly string[]): Promise<string> {
  const options = ['--nodbus', '--quiet', '--raw', '-Sdisable', '-Sqrcode.enable'];
  return run(folder, 'zbarimg', ...options, ...names);
}

/** A picture with red, green and blue, a byte each, row by row. */
export type ColorPicture = GrayPicture;

/** A picture in netpbm's format P5, in shades of grey, or P6, in colour. */
function readNetpbm(file: Buffer): GrayPicture {
  const header = /^P[56]\s(?:#.*\n)*(\d+)\s(\d+)\s255\s/.exec(file.toString('latin1', 0, 200));
  if (!header) throw new Error('ghostscript wrote no picture of 8 bits a pixel');
  const [all, width, height] = header;
  return { width: Number(width), height: Number(height), pixels: file.subarray(all.length) };
}

/** Whether an unpacked plate with 8 bits per pixel has any ink (TIFF 6.0 §2). */
function hasInk(tiff: Buffer): boolean {
  const directory = tiff.readUInt32LE(4);
  const values = (wanted: number): number[] => {
    for (let i = 0; i < tiff.readUInt16LE(directory); i++) {
      const entry = directory + 2 + 12 * i;
      if (tiff.readUInt16LE(entry) !== wanted) continue;
      const size = tiff.readUInt16LE(entry + 2) === 3 ? 2 : 4;
      const count = tiff.readUInt32LE(entry + 4);
      const at = count * size > 4 ? tiff.readUInt32LE(entry + 8) : entry + 8;
      return Array.from({ length: count }, (_, k) => tiff.readUIntLE(at + k * size, size));
    }
    throw new Error(`the TIFF has no tag ${wanted}`);
  };
  const [offsets, lengths] = [values(273), values(279)];
  return offsets.some((offset, i) =>
    tiff.subarray(offset, offset + (lengths[i] ?? 0)).some((byte) => byte < 255),
  );
}
