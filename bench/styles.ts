// npm run bench:styles: CPU of POST /v1/qr with a style, beside plain codes and the SVG of qr-code-styling that resvg draws, and memory. Linux and Chromium only.
import { createRequire } from 'node:module';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { launchChromium } from '#harness/browser/chromium.ts';
import { seedAccount } from '#harness/data/seed.ts';
import { median } from './load/load.ts';
import { openMigratedDatabase, runWorker, stopWorkers } from '#harness/node/run-worker.ts';
import { forgetHighest, readCpuMs, readMemory } from '#harness/load/workerd.ts';
import { post, startApi, startWithPid, type Subject } from './create/subject.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    requests: { type: 'string', default: '20' },
    creates: { type: 'string', default: '2000' },
  },
});

const TARGET = 'https://example.com/menu';
const EYES = { shape: 'rounded' };
const GRADIENT = { type: 'linear', angle: 45, from: '#102060', to: '#701030' };

const STYLES: Readonly<Record<string, object | undefined>> = {
  'plain squares': undefined,
  'rounded modules and eyes': { modules: 'rounded', eyes: EYES },
  'dots, rounded eyes': { modules: 'dot', eyes: EYES },
  'dots, gradient': { modules: 'dot', eyes: EYES, gradient: GRADIENT },
  'dots, frame with text': { modules: 'dot', eyes: EYES, frame: { kind: 'label_bottom', text: 'Scan me' } },
};

/** V8's collector runs after so many creates. By itself it waits until an isolate comes near a limit, which local workerd does not have. */
const COLLECT_EVERY = 50;

type Ask = (path: string, body?: object) => Promise<ArrayBuffer>;

/** What draws the largest pictures; `i` keeps any two apart. */
const LARGEST: Readonly<Record<string, (ask: Ask, id: string, size: number, i: number) => Promise<unknown>>> =
  {
    image: (ask, id, size, i) => ask(`qr/${id}/image?format=png&size=${size - i}`),
    'archive of four': (ask, id, size, i) => {
      const files = [0, 1, 2, 3].map((more) => ({ format: 'png', size: size - 4 * i - more }));
      return ask('exports/files', { ids: [id], files });
    },
  };

try {
  const api = await startApi();
  const peer: Subject = { ...api, url: `${api.url}/rasterize` };
  const works: [name: string, subject: Subject, body: object][] = [];
  for (const size of [512, 1024]) {
    for (const [name, style] of Object.entries(STYLES))
      works.push([`${name}, ${size} px`, api, { target: TARGET, dynamic: true, size, style }]);
    for (const [name, svg] of await drawWithPeer(size))
      works.push([`qr-code-styling's SVG and resvg: ${name}, ${size} px`, peer, { svg, size }]);
  }
  await printCpu(works);
  for (const name of ['plain squares', 'rounded modules and eyes', 'dots, gradient']) await printMemory(name);
  await printLargest();
} finally {
  await stopWorkers();
}

async function printCpu(works: readonly (readonly [string, Subject, object])[]): Promise<void> {
  const cpu = new Map<string, number[]>(works.map(([name]) => [name, []]));
  // The engine compiles in the first round, which does not count.
  for (let round = 0; round <= Number(values.rounds); round++) {
    for (const [name, subject, body] of works) {
      const ms = await measure(subject, body, Number(values.requests));
      if (round > 0) cpu.get(name)?.push(ms);
    }
  }
  console.log(`Load ${loadavg()[0]?.toFixed(1)}.\n\n| CPU ms | median | least |\n| --- | --- | --- |`);
  for (const [name, all] of cpu)
    console.log(`| ${name} | ${median(all).toFixed(1)} | ${Math.min(...all).toFixed(1)} |`);
}

/**
 * Resident memory of a fresh workerd over creates in one isolate. Its garbage is collected, so that what grows is held by something, or by
 * the allocator.
 */
async function printMemory(name: string): Promise<void> {
  process.env['MINIFLARE_WORKERD_V8_FLAGS'] = '--expose-gc';
  const api = await startApi();
  delete process.env['MINIFLARE_WORKERD_V8_FLAGS'];
  const body = { target: TARGET, dynamic: true, size: 1024, style: STYLES[name] };
  const creates = Number(values.creates);
  const resident: number[] = [];
  let refused = 0;
  for (let n = -COLLECT_EVERY; n <= creates; n++) {
    if (n % COLLECT_EVERY === 0) await collect(api);
    if (n >= 0 && n % Math.ceil(creates / 5) === 0) resident.push(readMemory(api.pid).now);
    if (!(await isDrawn(api, body))) refused++;
  }
  console.log(
    `\n${name}: resident MiB before, and after each fifth of ${creates} creates: ${resident.map((mib) => mib.toFixed(0)).join(', ')}. ${refused} were refused.`,
  );
}

async function collect({ url }: Subject): Promise<void> {
  const response = await fetch(`${url}/collect`);
  if (!response.ok) throw new Error(await response.text());
}

/** By how much the largest pictures raise the memory of a fresh workerd over what the same pictures of 528 px took: an isolate has 128 MB. */
async function printLargest(): Promise<void> {
  console.log('\n| memory after 4,096 px beside 528 px, MiB more | peak | kept |\n| --- | --- | --- |');
  for (const [what, draw] of Object.entries(LARGEST)) {
    for (const [name, style] of Object.entries(STYLES)) {
      const { worker, pid } = await startWithPid(() => runWorker('wrangler.toml', { SCAN_LOG: 'd1' }));
      const { apiKey } = await seedAccount(await openMigratedDatabase(worker));
      const ask: Ask = async (path, body) => {
        const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
        const request = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
        const response = await fetch(`${worker.url}/v1/${path}`, request);
        if (!response.ok) throw new Error(await response.text());
        return response.arrayBuffer();
      };
      const created = await ask('qr', { target: `${TARGET}?${'x'.repeat(500)}`, dynamic: false, style });
      const { id } = JSON.parse(new TextDecoder().decode(created)) as { id: string };
      for (let i = 0; i < 3; i++) await draw(ask, id, 528, i);
      const before = readMemory(pid).now;
      forgetHighest(pid);
      for (let i = 0; i < 3; i++) await draw(ask, id, 4_096, i);
      const { now, highest } = readMemory(pid);
      console.log(`| ${what}: ${name} | ${(highest - before).toFixed(0)} | ${(now - before).toFixed(0)} |`);
      await worker.stop();
    }
  }
}

/** Short codes are random, and jsQR does not get every one of them from the bad shot: such a create is refused, and counts. */
function isDrawn(subject: Subject, body: object): Promise<boolean> {
  return post(subject, body, 200).then(
    () => true,
    (problem: unknown) => {
      if (problem instanceof Error && problem.message.includes('"unscannable"')) return false;
      throw problem;
    },
  );
}

/** CPU of workerd for one of so many, in ms. */
async function measure(subject: Subject, body: object, requests: number): Promise<number> {
  const before = readCpuMs(subject.pid);
  for (let i = 0; i < requests; i++) await isDrawn(subject, body);
  return (readCpuMs(subject.pid) - before) / requests;
}

/** The library needs the document of a browser: it draws there, and that is not measured. */
async function drawWithPeer(size: number): Promise<[name: string, svg: string][]> {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.addScriptTag({ path: createRequire(import.meta.url).resolve('qr-code-styling') });
    const draw = async (dots: object): Promise<string> => {
      const options = {
        width: size,
        height: size,
        type: 'svg',
        data: 'https://go.example.com/k7m2p9qa',
        margin: Math.floor((4 * size) / 33),
        qrOptions: { errorCorrectionLevel: 'M' },
        dotsOptions: dots,
        cornersSquareOptions: { type: 'extra-rounded' },
      };
      const drawing = `new QRCodeStyling(${JSON.stringify(options)}).getRawData('svg').then((svg) => svg.text())`;
      return page.evaluate<string>(drawing);
    };
    const colorStops = [
      { offset: 0, color: GRADIENT.from },
      { offset: 1, color: GRADIENT.to },
    ];
    return [
      ['rounded', await draw({ type: 'rounded' })],
      ['dots', await draw({ type: 'dots' })],
      [
        'dots, gradient',
        await draw({ type: 'dots', gradient: { type: 'linear', rotation: 0.785, colorStops } }),
      ],
    ];
  } finally {
    await browser.close();
  }
}
