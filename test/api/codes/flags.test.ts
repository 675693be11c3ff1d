import { describe, expect, it } from 'vitest';
import { controlFields } from '#contract/codes/control.ts';
import { FLAG_NAMES, FLAGS } from '#core/control/flags.ts';
import { IMPORT_FIELDS } from '#core/imports/columns.ts';
import { type CodeResource, create, createClient } from '#harness/worker/api-client.ts';
import { exportAll, importFile, saveInSpreadsheet, toCells } from '#harness/worker/imports/edited-export.ts';

it('every setting for scans is a column of an import', () => {
  expect(Object.keys(controlFields).filter((field) => !IMPORT_FIELDS.some((one) => one === field))).toEqual(
    [],
  );
});

// How each one changes a scan stands beside the redirect.
describe('a flag for the scans of a code', () => {
  it.each(FLAG_NAMES)('is kept, exported, imported, changed and remembered: %s', async (name) => {
    const { field, usual } = FLAGS[name];
    const [client, other] = [await createClient(), await createClient()];
    const read = async (by = client) => {
      const list = await by.json<{ data: CodeResource[] }>('GET', '/v1/qr');
      return by.json('GET', `/v1/qr/${list.data[0]?.id}`);
    };
    const { id } = await create(client, { dynamic: true, [field]: !usual });
    expect(await read()).toMatchObject({ [field]: !usual });

    const [cells = {}] = toCells(await exportAll(client));
    expect(cells[field]).toBe(String(!usual));
    const row = { target: cells['target'] ?? '', dynamic: 'true', [field]: cells[field] ?? '' };
    await importFile(other, saveInSpreadsheet([row]), 'dry_run=false');
    expect(await read(other)).toMatchObject({ [field]: !usual });

    await client.request('PATCH', `/v1/qr/${id}`, { [field]: usual });
    expect(await read()).toMatchObject({ [field]: usual });
    await client.request('PATCH', `/v1/qr/${id}`, { title: 'Other' });
    expect(await read()).toMatchObject({ [field]: usual });
    expect(await client.json('GET', `/v1/qr/${id}/history`)).toMatchObject({
      data: [{ changed: ['title'] }, { changed: [field], from: { [field]: !usual }, to: { [field]: usual } }],
    });
  });
});
