// npm run bench:drawing: CPU of workerd for what is drawn, beside what src/service/images/drawing-time.ts reckons for it. Linux only.
// npm run bench:drawing -- image: some of "create", "image", "print" and "sheet".
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { NewCode } from '#core/codes/code-request.ts';
import type { FileForm } from '#core/prints/files-request.ts';
import { seedAccount } from '#harness/data/seed.ts';
import { median } from './load/load.ts';
import { readCpuMs } from '#harness/load/workerd.ts';
import { openMigratedDatabase, runWorker, stopWorkers } from '#harness/node/run-worker.ts';
import { estimateCreationMs, estimateDrawingMs, estimateSheetMs } from '#service/images/drawing-time.ts';
import { startWithPid } from './create/subject.ts';

const { values, positionals } = parseArgs({
  options: { rounds: { type: 'string', default: '5' } },
  allowPositionals: true,
});

const RADIAL = { type: 'radial', from: '#0b3d91', to: '#5b0a4a' };
const LINEAR = { ...RADIAL, type: 'linear', angle: 45 };
const FRAME = { kind: 'label_bottom', text: 'Scan me' };
const LOOKS = {
  plain: null,
  rounded: { modules: 'rounded' },
  'rounded in a frame': { modules: 'rounded', frame: FRAME },
  'dots, linear gradient': { modules: 'dot', gradient: LINEAR },
  'dots, radial gradient': { modules: 'dot', gradient: RADIAL },
  'dots, radial gradient, in a frame': { modules: 'dot', gradient: RADIAL, frame: FRAME },
} as const;
const CHARACTERS = [50, 320, 920, 1_660];
const SIZE = 2_048;
const SHEET = { template: 'roll', width_mm: 60, height_mm: 60 };
const CODES_OF_A_SHEET = 20;

interface Drawing {
  readonly name: string;
  readonly path: string;
  /** The body of a POST; undefined for a GET. */
  readonly body?: object;
  readonly reckonedMs: number;
}

const { worker, pid } = await startWithPid(() => runWorker('wrangler.toml', { SCAN_LOG: 'd1' }));
try {
  const { apiKey } = await seedAccount(await openMigratedDatabase(worker));
  console.log(`Load ${loadavg()[0]?.toFixed(1)}.\n`);
  console.log('| what | reckoned ms | CPU ms: median, least, most |\n| --- | --- | --- |');
  const looks = Object.keys(LOOKS) as (keyof typeof LOOKS)[];
  for (const [characters, look] of CHARACTERS.flatMap((count) => looks.map((name) => [count, name] as const)))
    await printAll(apiKey, characters, look);
} finally {
  await stopWorkers();
}

async function ask(apiKey: string, path: string, body?: object): Promise<Response> {
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
  const request = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
  const response = await fetch(`${worker.url}/v1/${path}`, request);
  if (!response.ok) throw new Error(await response.text());
  return response;
}

/** Creates codes with a look, and lists what can be drawn of them. */
async function listDrawings(
  apiKey: string,
  characters: number,
  look: keyof typeof LOOKS,
): Promise<readonly Drawing[]> {
  const style = LOOKS[look];
  const body = { target: `https://example.com/${'a'.repeat(characters - 20)}`, style, size: SIZE };
  const newCode = { ...body, isDynamic: false, errorCorrection: 'M' } as unknown as NewCode;
  const ids: string[] = [];
  let symbolVersion = 0;
  for (let i = 0; i < CODES_OF_A_SHEET; i++) {
    const created = await ask(apiKey, 'qr', body);
    symbolVersion = Number(created.headers.get('Symbol-Version'));
    const { id }: { id: string } = await created.json();
    ids.push(id);
  }
  const drawn = { symbolVersion, style: newCode.style ?? null, size: SIZE, gs1: null };
  const code = `qr/${ids[0]}`;
  const toImage = (format: string, size: number): Drawing => ({
    name: `image, ${format}, ${size} px`,
    path: `${code}/image?format=${format}&size=${size}`,
    reckonedMs: estimateDrawingMs(drawn, { kind: 'image', image: { format, size } } as FileForm),
  });
  return [
    ...[1_024, SIZE].map((size) => ({
      name: `create, ${size} px`,
      path: 'qr',
      body: { ...body, size },
      reckonedMs: estimateCreationMs({ ...newCode, size }),
    })),
    toImage('svg', SIZE),
    toImage('png', 1_024),
    toImage('png', 4_096),
    ...['pdf', 'eps', 'svg'].map((format) => ({
      name: `print, ${format}`,
      path: `${code}/print?format=${format}&width_mm=80`,
      reckonedMs: estimateDrawingMs(drawn, { kind: 'print' } as FileForm),
    })),
    {
      name: `sheet of ${CODES_OF_A_SHEET}`,
      path: 'sheets',
      body: { ids, ...SHEET },
      reckonedMs: estimateSheetMs(ids.map(() => drawn)).reduce((sum, ms) => sum + ms, 0),
    },
  ];
}

async function printAll(apiKey: string, characters: number, look: keyof typeof LOOKS): Promise<void> {
  const drawings = await listDrawings(apiKey, characters, look);
  const chosen = drawings.filter(
    ({ name }) => positionals.length === 0 || positionals.some((kind) => name.startsWith(kind)),
  );
  for (const drawing of chosen)
    await print(apiKey, `${drawing.name}, ${characters} characters, ${look}`, drawing);
}

/** The first one does not count: the engine compiles. */
async function print(apiKey: string, name: string, { path, body, reckonedMs }: Drawing): Promise<void> {
  const all: number[] = [];
  for (let round = 0; round <= Number(values.rounds); round++) {
    const before = readCpuMs(pid);
    await (await ask(apiKey, path, body)).arrayBuffer();
    if (round > 0) all.push(readCpuMs(pid) - before);
  }
  const figures = [median(all), Math.min(...all), Math.max(...all)].map((ms) => ms.toFixed(0));
  console.log(`| ${name} | ${reckonedMs.toFixed(0)} | ${figures.join(', ')} |`);
}
