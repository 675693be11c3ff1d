// npm run bench:drawing: CPU of workerd for what is drawn, beside what src/service/images/drawing-time.ts reckons for it. Linux only.
// npm run bench:drawing -- image: one of "create", "image", "print" and "sheet".
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { NewCode } from '#core/codes/code-request.ts';
import type { FileForm } from '#core/prints/files-request.ts';
import { seedAccount } from '#harness/data/seed.ts';
import { median } from '#harness/load/load.ts';
import { readCpuMs } from '#harness/load/workerd.ts';
import { openMigratedDatabase, runWorker, stopWorkers } from '#harness/node/run-worker.ts';
import { reckonCreationMs, reckonDrawingMs, reckonSheetMs } from '#service/images/drawing-time.ts';
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
/** Characters of a static code at level M, and the version of its symbol. */
const CONTENTS = [50, 320, 920, 1_660];

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
  const ask = async (path: string, body?: object): Promise<Response> => {
    const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
    const request = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
    const response = await fetch(`${worker.url}/v1/${path}`, request);
    if (!response.ok) throw new Error(await response.text());
    return response;
  };
  const kinds = positionals.length > 0 ? positionals : ['create', 'image', 'print', 'sheet'];
  console.log(
    `Load ${loadavg()[0]?.toFixed(1)}.\n\n| what | reckoned ms | CPU ms: median, least, most |\n| --- | --- | --- |`,
  );
  for (const characters of CONTENTS) {
    for (const [look, style] of Object.entries(LOOKS)) {
      const code = toCode(characters, style);
      const created = await ask('qr', code.body);
      const { id } = (await created.json()) as { id: string };
      const symbolVersion = Number(created.headers.get('Symbol-Version'));
      const ids = [id];
      while (kinds.includes('sheet') && ids.length < 20) {
        const more = (await (await ask('qr', code.body)).json()) as { id: string };
        ids.push(more.id);
      }
      const drawings = listDrawings(kinds, {
        ids,
        code,
        symbolVersion,
        look: `${characters} characters, ${look}`,
      });
      for (const drawing of drawings) await print(ask, drawing);
    }
  }
} finally {
  await stopWorkers();
}

function toCode(characters: number, style: object | null) {
  const target = `https://example.com/${'a'.repeat(characters - 20)}`;
  const newCode = { target, isDynamic: false, style, errorCorrection: 'M' } as unknown as NewCode;
  return { newCode, body: { target, style, size: 2_048 } };
}

function listDrawings(
  kinds: readonly string[],
  {
    ids,
    code,
    symbolVersion,
    look,
  }: { ids: readonly string[]; code: ReturnType<typeof toCode>; symbolVersion: number; look: string },
): Drawing[] {
  const [id] = ids;
  const { newCode, body } = code;
  const drawn = { symbolVersion, style: newCode.style ?? null, size: 2_048 };
  const reckon = (form: object) => reckonDrawingMs(drawn, form as FileForm);
  return [
    ...(kinds.includes('create')
      ? [1_024, 2_048].map((size) => ({
          name: `create, ${size} px, ${look}`,
          path: 'qr',
          body: { ...body, size },
          reckonedMs: reckonCreationMs({ ...newCode, size }),
        }))
      : []),
    ...(kinds.includes('image')
      ? (
          [
            ['svg', 2_048],
            ['png', 1_024],
            ['png', 4_096],
          ] as const
        ).map(([format, size]) => ({
          name: `${format}, ${size} px, ${look}`,
          path: `qr/${id}/image?format=${format}&size=${size}`,
          reckonedMs: reckon({ kind: 'image', image: { format, size } }),
        }))
      : []),
    ...(kinds.includes('print')
      ? ['pdf', 'eps', 'svg'].map((format) => ({
          name: `print, ${format}, ${look}`,
          path: `qr/${id}/print?format=${format}&width_mm=80`,
          reckonedMs: reckon({ kind: 'print' }),
        }))
      : []),
    ...(kinds.includes('sheet')
      ? [
          {
            name: `sheet of 20, ${look}`,
            path: 'sheets',
            body: { ids, template: 'roll', width_mm: 60, height_mm: 60 },
            reckonedMs: ids.length * (reckonSheetMs([drawn])[0] ?? 0),
          },
        ]
      : []),
  ];
}

/** The first one does not count: the engine compiles. */
async function print(
  ask: (path: string, body?: object) => Promise<Response>,
  drawing: Drawing,
): Promise<void> {
  const all: number[] = [];
  for (let round = 0; round <= Number(values.rounds); round++) {
    const before = readCpuMs(pid);
    await (await ask(drawing.path, drawing.body)).arrayBuffer();
    if (round > 0) all.push(readCpuMs(pid) - before);
  }
  const figures = [median(all), Math.min(...all), Math.max(...all)].map((ms) => ms.toFixed(0));
  console.log(`| ${drawing.name} | ${drawing.reckonedMs.toFixed(0)} | ${figures.join(', ')} |`);
}
