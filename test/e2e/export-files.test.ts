import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedAccount } from '#harness/data/seed.ts';
import { createPrintFolder, hasPrintTools, type PrintFolder } from '#harness/programs/print-tools.ts';
import { openMigratedDatabase, type RunningWorker, runWorker } from '#harness/node/run-worker.ts';
import { rasterizeToPng } from '#harness/symbols/read-symbol.ts';
import { readFile, writeFile } from 'node:fs/promises';

/** A campaign through the whole service, as `unzip`, ghostscript and zbar see it. */
describe.runIf(hasPrintTools())('an archive of a campaign', () => {
  const CODES = 12;
  let worker: RunningWorker;
  let folder: PrintFolder;
  let headers: Record<string, string>;
  beforeAll(async () => {
    worker = await runWorker('wrangler.toml', { SCAN_LOG: 'd1' });
    const { apiKey } = await seedAccount(await openMigratedDatabase(worker));
    headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
  });
  afterAll(async () => {
    await worker.stop();
    await folder.remove();
  });

  const post = (path: string, body: unknown) =>
    fetch(`${worker.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });

  it('contains every form of every code, each read back as its short URL or its content', async () => {
    const codes = Array.from({ length: CODES }, (_, i) => ({
      external_id: `sku-${i}`,
      title: i % 3 === 0 ? 'Table' : `Τραπέζι ${i}`,
      target: `https://example.com/tables/${i}`,
      dynamic: i % 2 === 0,
    }));
    expect((await post('/v1/qr/bulk', { codes })).status).toBe(200);
    const response = await post('/v1/exports/files', {
      ids: codes.map((code) => `ext:${code.external_id}`),
      files: [
        { format: 'png', size: 400 },
        { format: 'svg' },
        { format: 'pdf', width_mm: 25, caption: 'title' },
        { format: 'eps', width_mm: 25 },
      ],
      name: '{format}/{title}.{format}',
    });
    expect(
      response.status,
      await response
        .clone()
        .text()
        .then((text) => text.slice(0, 300)),
    ).toBe(200);
    folder = await createPrintFolder(new Map([['a.zip', new Uint8Array(await response.arrayBuffer())]]));
    const names = await folder.unpack('a.zip');
    expect(names).toHaveLength(1 + 4 * CODES);
    expect(names).toContain('pdf/Table-4.pdf');

    const [head = '', ...lines] = (await readFile(folder.pathOf('index.csv'), 'utf8')).trim().split('\r\n');
    expect(head).toBe('id,external_id,title,short_url,target,png,svg,pdf,eps');
    const rows = lines.map((line) => line.split(','));
    const contents = rows.map(([, , , shortUrl = '', target = '']) =>
      shortUrl === '' ? target : shortUrl.replace(/:.*/, (rest) => rest.toUpperCase()),
    );
    const column = (at: number) => rows.map((row) => row[at] ?? '');
    expect(await folder.readPictures(column(5))).toEqual(contents);
    const drawn = column(6).map((name) => `${name}.png`);
    for (const [i, name] of column(6).entries()) {
      const picture = await rasterizeToPng(await readFile(folder.pathOf(name), 'utf8'), 400);
      await writeFile(folder.pathOf(drawn[i]!), picture);
    }
    expect(await folder.readPictures(drawn)).toEqual(contents);
    for (const at of [7, 8]) {
      await folder.render(column(at), 300);
      expect(await folder.readRendered()).toEqual(contents);
    }
  });
});
