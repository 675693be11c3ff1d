// npm run bench:styles: CPU of POST /v1/qr with a style, beside plain codes and the SVG of qr-code-styling that resvg draws, and memory. Linux and Chromium only.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { launchChromium } from '#harness/browser/chromium.ts';
import { median } from '#harness/load/load.ts';
import { stopWorkers } from '#harness/node/run-worker.ts';
import { readCpuMs } from '#harness/load/workerd-cpu.ts';
import { post, startApi, type Subject } from './create/subject.ts';

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
  await printMemory(api);
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

/** Resident memory of workerd over styled creates in one isolate. */
async function printMemory(api: Subject): Promise<void> {
  const body = { target: TARGET, dynamic: true, size: 1024, style: STYLES['dots, gradient'] };
  const part = Math.ceil(Number(values.creates) / 5);
  const resident = [readResident(api.pid)];
  let refused = 0;
  for (let i = 0; i < 5; i++) {
    for (let n = 0; n < part; n++) if (!(await isDrawn(api, body))) refused++;
    resident.push(readResident(api.pid));
  }
  console.log(
    `\nResident MiB before, and after each ${part} of ${5 * part} creates: ${resident.map((mib) => mib.toFixed(0)).join(', ')}. ${refused} were refused.`,
  );
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

function readResident(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
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
