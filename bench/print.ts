// npm run bench:print: one PDF, plain and as designed, beside those of pdf-lib, pdfkit and what qrcode writes; 500 labels; an archive of
// 1,000 SVGs beside `zip`.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cmyk, PDFDocument } from 'pdf-lib';
import PDFKit from 'pdfkit';
import QRCode from 'qrcode/lib/server.js';
import type { LogoPicture } from '#core/drawing.ts';
import { LABEL_TEMPLATES, type LabelRequest } from '#core/prints/label-templates.ts';
import type { CodeStyle } from '#core/styles/style.ts';
import { listLogos } from '#harness/data/designs.ts';
import { BARE_LABELS, designOf, gridOf, print, printLabels } from '#harness/data/print.ts';
import { BLACK_ON_WHITE } from '#harness/symbols/colors.ts';
import { EVERYTHING, PLAIN } from '#harness/symbols/styles.ts';
import { seedCodes } from '#harness/data/seed-codes.ts';
import { seedAccount } from '#harness/data/seed.ts';
import { openMigratedDatabase, runWorker, stopWorkers } from '#harness/node/run-worker.ts';
import { forgetHighest, listWorkerds, readCpuMs, readMemory } from '#harness/load/workerd.ts';

/** Version 3: 29 modules. */
const CONTENT = 'https://example.com/menus/lunch?table=12';
const SIDE_POINTS = (20 * 72) / 25.4;
const ROUNDS = 100;
const LABELS = 500;
const CODES = 1_000;
const LABEL_REQUEST: LabelRequest = { ...BARE_LABELS, template: LABEL_TEMPLATES['5160'] };

console.log('| a version-3 code, 20 mm | bytes | CPU ms |\n| --- | --- | --- |');
await measureFile('PDF, ours (black ink)', () => print({ content: CONTENT, request: {} }));
await measureFile('PDF/X-1a, ours', () => print({ content: CONTENT, request: { standard: 'x-1a' } }));
await measureFile('PDF with a short URL below, ours', () =>
  print({ content: CONTENT, captionText: 'go.example.com/k7m2p9qa', request: {} }),
);
await measureFile('EPS, ours', () => print({ content: CONTENT, request: { format: 'eps' } }));
await measureFile('PDF, pdf-lib', () => writeWithPdfLib());
await measureFile('PDF, pdfkit', writeWithPdfkit);
await measureDesigns();
const options = { errorCorrectionLevel: 'M' } as const;
await measureFile('SVG, qrcode (no PDF, no inks)', async () =>
  Buffer.from(await QRCode.toString(CONTENT, { type: 'svg', ...options })),
);
await measureFile('PNG of 1,024 pixels, qrcode', () =>
  QRCode.toBuffer(CONTENT, { type: 'png', width: 1024, ...options }),
);

const folder = mkdtempSync(join(tmpdir(), 'bench-print-'));
try {
  const worker = await runWorker('wrangler.toml', { SCAN_LOG: 'd1' });
  const db = await openMigratedDatabase(worker);
  const { accountId, apiKey } = await seedAccount(db);
  await seedCodes(db, accountId, CODES);
  const { data } = (await (await ask(`${worker.url}/v1/qr?limit=100`, apiKey)).json()) as {
    data: { id: string }[];
  };
  const ids = Array.from({ length: LABELS }, (_, i) => data[i % data.length]!.id);

  console.log('\n| through the API | bytes | s | CPU s of workerd | its memory grew by, MiB |');
  console.log('| --- | --- | --- | --- | --- |');
  // The first one loads what the others find.
  await ask(`${worker.url}/v1/sheets`, apiKey, { template: '5160', ids: ids.slice(0, 3) });
  await measureRequest(`${LABELS} labels`, () =>
    ask(`${worker.url}/v1/sheets`, apiKey, { template: '5160', ids }),
  );
  await measureRequest(`${LABELS} labels with captions`, () =>
    ask(`${worker.url}/v1/sheets`, apiKey, { template: '5160', ids, caption: 'title' }),
  );
  const archive = (files: unknown[]) => () =>
    ask(`${worker.url}/v1/exports/files`, apiKey, { files, name: '{number}' });
  const zip = await measureRequest(`${CODES} SVGs in an archive`, archive([{ format: 'svg' }]));
  await measureRequest(`${CODES} PNGs`, archive([{ format: 'png', size: 1024 }]));
  await measureRequest(
    `${CODES} PDFs and PNGs`,
    archive([
      { format: 'pdf', width_mm: 25 },
      { format: 'png', size: 1024 },
    ]),
  );
  compareWithZip(zip);
} finally {
  await stopWorkers();
  rmSync(folder, { recursive: true });
}

/** A design with rounded modules, a gradient and a frame, with a logo that covers its square and one that does not. */
async function measureDesigns(): Promise<void> {
  const { opaque, pixels } = await listLogos();
  const clear = pixels[1]!;
  const draw = (look: CodeStyle, picture: LogoPicture | null) => () =>
    print({
      content: CONTENT,
      design: designOf(CONTENT, { look, color: BLACK_ON_WHITE, picture }),
      request: { color: 'design' },
    });
  await measureFile('PDF, plain, in its colours, ours', draw(PLAIN, null));
  await measureFile('PDF, designed, without a logo, ours', draw({ ...EVERYTHING, logo: null }, null));
  await measureFile('PDF, designed, ours', draw(EVERYTHING, opaque));
  await measureFile('PDF, designed, its logo partly transparent, ours', draw(EVERYTHING, clear));
  await measureFile('PDF, squares, a frame and the logo, pdf-lib', () => writeWithPdfLib(opaque));
  await measureFile('PDF, squares, a frame and the transparent logo, pdf-lib', () => writeWithPdfLib(clear));
  for (const [name, look, picture] of [
    ['plain', PLAIN, null],
    ['with a logo', { ...PLAIN, logo: EVERYTHING.logo }, opaque],
    ['designed', EVERYTHING, opaque],
  ] as const) {
    const symbols = Array.from({ length: LABELS }, (_, i) =>
      designOf(`https://go.example.com/k7m2p${1_000 + i}`, { look, color: BLACK_ON_WHITE, picture }),
    );
    await measureFile(`${LABELS} labels, ${name}, ours`, () => printLabels(LABEL_REQUEST, symbols), 3);
  }
}

async function measureFile(name: string, write: () => Promise<Uint8Array>, rounds = ROUNDS): Promise<void> {
  for (let i = 0; i < rounds; i++) await write();
  const start = process.cpuUsage();
  let bytes = 0;
  for (let i = 0; i < rounds; i++) bytes = (await write()).length;
  const { user, system } = process.cpuUsage(start);
  console.log(
    `| ${name} | ${bytes.toLocaleString('en')} | ${((user + system) / 1000 / rounds).toFixed(2)} |`,
  );
}

/** A square of the modules' size for each dark one. */
function pathOfModules(): { path: string; side: number } {
  const { side, modules } = gridOf(CONTENT);
  const squares = Array.from(modules, (dark, i) =>
    dark ? `M${(i % side) + 4} ${Math.floor(i / side) + 4}h1v1h-1z` : '',
  );
  return { path: squares.join(''), side: side + 8 };
}

async function writeWithPdfLib(logo?: LogoPicture): Promise<Uint8Array> {
  const { path, side } = pathOfModules();
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([SIDE_POINTS, SIDE_POINTS]);
  page.drawSvgPath(path, { x: 0, y: SIDE_POINTS, scale: SIDE_POINTS / side, color: cmyk(0, 0, 0, 1) });
  if (logo && 'png' in logo) {
    page.drawRectangle({ x: 1, y: 1, width: SIDE_POINTS - 2, height: SIDE_POINTS - 2, borderWidth: 1 });
    const place = { x: 0.4 * SIDE_POINTS, y: 0.4 * SIDE_POINTS };
    page.drawImage(await pdf.embedPng(logo.png), {
      ...place,
      width: SIDE_POINTS / 5,
      height: SIDE_POINTS / 5,
    });
  }
  return pdf.save();
}

function writeWithPdfkit(): Promise<Uint8Array> {
  const { path, side } = pathOfModules();
  const pdf = new PDFKit({ size: [SIDE_POINTS, SIDE_POINTS], margin: 0 });
  const parts: Uint8Array[] = [];
  return new Promise((resolve) => {
    pdf.on('data', (part) => parts.push(part)).on('end', () => resolve(Buffer.concat(parts)));
    pdf
      .scale(SIDE_POINTS / side)
      .path(path)
      .fillColor([0, 0, 0, 100])
      .fill()
      .end();
  });
}

async function ask(url: string, apiKey: string, body?: unknown): Promise<Response> {
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
  const response = await fetch(
    url,
    body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) },
  );
  if (!response.ok) throw new Error(await response.text());
  return response;
}

async function measureRequest(name: string, send: () => Promise<Response>): Promise<Buffer> {
  const [pid] = listWorkerds();
  if (pid === undefined) throw new Error('no workerd is running');
  const before = readMemory(pid).now;
  forgetHighest(pid);
  const cpuBefore = readCpuMs(pid);
  const startedAt = performance.now();
  const bytes = Buffer.from(await (await send()).arrayBuffer());
  const seconds = (performance.now() - startedAt) / 1000;
  const cpu = (readCpuMs(pid) - cpuBefore) / 1000;
  const grown = readMemory(pid).highest - before;
  console.log(
    `| ${name} | ${bytes.length.toLocaleString('en')} | ${seconds.toFixed(2)} | ${cpu.toFixed(2)} | ${grown.toFixed(0)} |`,
  );
  return bytes;
}

/** The same files, packed by Info-ZIP at its default level. */
function compareWithZip(archive: Buffer): void {
  writeFileSync(join(folder, 'ours.zip'), archive);
  execFileSync('unzip', ['-qq', 'ours.zip', '-d', 'files'], { cwd: folder });
  const startedAt = performance.now();
  execFileSync('zip', ['-qr', '../theirs.zip', '.'], { cwd: join(folder, 'files') });
  const seconds = (performance.now() - startedAt) / 1000;
  const bytes = readFileSync(join(folder, 'theirs.zip')).length;
  console.log(
    `| \`zip\` of the files of the first archive, drawn already | ${bytes.toLocaleString('en')} | ${seconds.toFixed(2)} | | |`,
  );
}
