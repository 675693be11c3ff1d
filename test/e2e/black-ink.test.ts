import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LAYOUT_NAMES } from '#core/prints/layouts.ts';
import { seedAccount } from '#harness/data/seed.ts';
import { openMigratedDatabase, type RunningWorker, runWorker } from '#harness/node/run-worker.ts';
import { createPrintFolder, hasPrintTools, type PrintFolder } from '#harness/programs/print-tools.ts';
import { paintPng } from '#harness/symbols/pictures.ts';

/** A disc on a transparent ground. */
function discOf(color: readonly number[]): Uint8Array<ArrayBuffer> {
  return paintPng(64, 64, (x, y) => (Math.hypot(x - 32, y - 32) < 28 ? color : [0, 0, 0, 0]));
}

const GREYS = { type: 'linear', angle: 30, from: '#000000', to: '#555555' };
const BLUES = { type: 'radial', from: '#0b3d91', to: '#5b0a4a' };
const FRAME = { kind: 'label_bottom', text: 'Scan me', color: '#000000' };

/** Codes in which everything is black, grey or white. `grey` and `red` stand for logos. */
const BLACK_CODES = {
  plain: {},
  shaped: { color: { dark: '#1a1a1a', light: '#fafafa' }, style: { modules: 'dot', frame: FRAME } },
  shaded: { style: { gradient: GREYS, eyes: { shape: 'rounded', color: '#000000' } } },
  marked: { style: { logo: { image: 'grey' }, frame: { kind: 'border' } } },
  clear: { style: { logo: { image: 'grey' }, background: 'transparent' } },
};

/** The same beside colours: a gradient, and a logo that lets the paper through. */
const COLORED_CODES = {
  gradient: { style: { gradient: BLUES, eyes: { shape: 'leaf', color: '#000000' }, frame: FRAME } },
  image: { style: { logo: { image: 'red' }, background: 'transparent', frame: FRAME } },
};

const MARKED = { bleed_mm: 3, marks: true, caption: 'title' };

/** Every kind of print file of one code. */
const FORMS = [
  { format: 'pdf', width_mm: 30 },
  { format: 'pdf', width_mm: 30, ...MARKED },
  { format: 'pdf', width_mm: 30, ...MARKED, standard: 'x-4' },
  { format: 'pdf', width_mm: 30, ...MARKED, standard: 'x-1a' },
  { format: 'eps', width_mm: 30, ...MARKED },
];

const WORDS = { headline: 'See our menu', text: 'No app needed.' };

/** Every kind of page with codes. */
const SHEETS = [
  ...LAYOUT_NAMES.map((template) => Object.assign({ template }, template.startsWith('sticker') ? {} : WORDS)),
  { template: 'L7160', guides: true, caption: 'title' },
  { template: 'roll', width_mm: 60, height_mm: 40, caption: 'short_url' },
];

describe.runIf(hasPrintTools())('what has no hue in a design, as a press prints it', () => {
  let worker: RunningWorker;
  let folder: PrintFolder;
  let headers: Record<string, string>;
  beforeAll(async () => {
    worker = await runWorker('wrangler.toml', { SCAN_LOG: 'd1' });
    const { apiKey } = await seedAccount(await openMigratedDatabase(worker));
    headers = { Authorization: `Bearer ${apiKey}` };
    folder = await createPrintFolder(new Map());
    const images = { grey: await upload([90, 90, 90]), red: await upload([204, 34, 17]) };
    for (const [name, code] of Object.entries({ ...BLACK_CODES, ...COLORED_CODES })) {
      const logos = JSON.stringify(code).replace(/"image":"(grey|red)"/, (_, logo: keyof typeof images) => {
        return `"image":"${images[logo]}"`;
      });
      const sent = { external_id: name, title: 'Flyer', dynamic: true, target: 'https://example.com/' };
      await post('/v1/qr', { ...sent, ...(JSON.parse(logos) as object) });
    }
  });
  afterAll(async () => {
    await worker.stop();
    await folder.remove();
  });

  async function send(method: string, path: string, body?: BodyInit, type = 'application/json') {
    const sent = { ...headers, ...(body ? { 'Content-Type': type } : {}) };
    const response = await fetch(`${worker.url}${path}`, {
      method,
      headers: sent,
      ...(body ? { body } : {}),
    });
    const text = response.ok ? '' : await response.text();
    expect([200, 201], `${method} ${path}: ${text}`).toContain(response.status);
    return response;
  }

  const post = (path: string, body: unknown) => send('POST', path, JSON.stringify(body));

  async function upload(color: readonly number[]): Promise<string> {
    const made = await send('POST', '/v1/images', discOf(color), 'image/png');
    const { id }: { id: string } = await made.json();
    return id;
  }

  /** Gets a file into the folder. */
  async function take(name: string, response: Promise<Response>): Promise<string> {
    await folder.add(name, new Uint8Array(await (await response).arrayBuffer()));
    return name;
  }

  /** All print files of these codes: the name of each page's file. */
  async function takeAll(codes: readonly string[]): Promise<string[]> {
    const ids = codes.map((code) => `ext:${code}`);
    const pages: string[] = [];
    for (const code of codes) {
      for (const [i, form] of FORMS.entries()) {
        const query = new URLSearchParams(Object.entries(form).map(([field, value]) => [field, `${value}`]));
        pages.push(
          await take(
            `${code}-${i}.${form.format}`,
            send('GET', `/v1/qr/ext:${code}/print?${query.toString()}`),
          ),
        );
      }
    }
    for (const sheet of SHEETS) {
      const name = await take(`${codes[0]}-${sheet.template}.pdf`, post('/v1/sheets', { ids, ...sheet }));
      // All labels have room on one sheet.
      pages.push(...codes.slice(0, sheet.template === 'L7160' ? 1 : undefined).map(() => name));
    }
    const files = { ids, files: FORMS, name: `${codes[0]}/{external_id}.{format}` };
    const zip = await take(`${codes[0]}.zip`, post('/v1/exports/files', files));
    const unpacked = (await folder.unpack(zip)).filter((name) => !name.endsWith('.csv'));
    expect(unpacked).toHaveLength(ids.length * FORMS.length);
    return [...pages, ...unpacked];
  }

  it('is black ink alone in every kind of file', async () => {
    const pages = await takeAll(Object.keys(BLACK_CODES));
    const inks = await folder.measureInks([...new Set(pages)]);
    expect(inks).toHaveLength(pages.length);
    for (const [i, [cyan, magenta, yellow, black]] of inks.entries()) {
      expect([cyan, magenta, yellow], pages[i]).toEqual([0, 0, 0]);
      expect(black, pages[i]).toBeGreaterThan(0.01);
    }
  });

  it('is black ink alone beside colours', async () => {
    const pages = await takeAll(Object.keys(COLORED_CODES));
    const pictures = await folder.renderInks([...new Set(pages)], 72);
    expect(pictures).toHaveLength(pages.length);
    for (const [i, inks] of pictures.entries()) {
      const { fours, blacks, colors } = countPixels(inks);
      expect(fours, pages[i]).toBe(0);
      expect(blacks, pages[i]).toBeGreaterThan(50);
      expect(colors, pages[i]).toBeGreaterThan(5);
    }
  });
});

/** How many pixels have much of all four inks, black ink alone, and other inks with little black. */
function countPixels(inks: Uint8Array) {
  const counts = { fours: 0, blacks: 0, colors: 0 };
  for (let at = 0; at < inks.length; at += 4) {
    const [cyan, magenta, yellow, black] = [inks[at]!, inks[at + 1]!, inks[at + 2]!, inks[at + 3]!];
    const most = Math.max(cyan, magenta, yellow);
    if (Math.min(cyan, magenta, yellow, black) > 100) counts.fours++;
    if (most === 0 && black === 255) counts.blacks++;
    if (most > 100 && black < 200) counts.colors++;
  }
  return counts;
}
