import { beforeEach, describe, expect, it } from 'vitest';
import { discPng } from '#harness/symbols/pictures.ts';
import { type SignedInClient, signIn } from '#harness/worker/dashboard-client.ts';
import { readPage } from '#harness/worker/page.ts';

const PATH = '/settings/brand';

let owner: SignedInClient;
beforeEach(async () => {
  owner = await signIn();
});

const open = async () => readPage(await owner.get(PATH));
const valuesOf = async () => {
  const page = await open();
  return ['name', 'color'].map((name) => page.attributes(`[name="brand.${name}"]`, 'value')[0]);
};

describe('the brand of an account', () => {
  it('is empty at first, is saved, and is taken away again', async () => {
    expect(await valuesOf()).toEqual(['', '#00646f']);
    const saved = await owner.post(PATH, {
      'brand.name': ' Bella Fig ',
      'brand.color': '#7A1F3D',
      'brand.logo': '',
    });
    expect([saved.status, saved.headers.get('Location')]).toEqual([303, PATH]);
    expect((await open()).notice).toBe('Saved. This takes effect within 30 seconds.');
    expect(await valuesOf()).toEqual(['Bella Fig', '#7A1F3D']);
    await owner.post(PATH, { 'brand.name': '', 'brand.color': '#00646f', 'brand.logo': '' });
    expect(await valuesOf()).toEqual(['', '#00646f']);
  });

  it('takes a new picture in the same form', async () => {
    const body = new FormData();
    body.set('brand.name', 'Bella Fig');
    body.set('brand.color', '#7a1f3d');
    body.set('logo_file', new File([discPng(90)], 'logo.png'));
    expect((await owner.post(PATH, body)).status).toBe(303);
    const chosen = (await open()).attributes('[name="brand.logo"][checked]', 'value')[0];
    expect(chosen).toMatch(/^img_/);
    const picture = await owner.get('/codes/library');
    expect(await picture.text()).toContain('your brand');
  });

  it('says beside the field what is wrong', async () => {
    const refused = await owner.post(PATH, {
      'brand.name': 'x'.repeat(51),
      'brand.color': '#7a1f3d',
      'brand.logo': '',
    });
    const page = await readPage(refused);
    expect([refused.status, page.errorOf('brand.name')]).toEqual([
      422,
      'This must have 1 to 50 characters, on one line.',
    ]);
    expect(page.attributes('[name="brand.color"]', 'value')[0]).toBe('#7a1f3d');
  });

  it('is seen by others than owners, and changed by none of them', async () => {
    const viewer = await signIn({ role: 'viewer' });
    expect(await (await viewer.get(PATH)).text()).not.toContain('name="brand.color"');
    expect(
      (await viewer.post(PATH, { 'brand.name': 'x', 'brand.color': '#7a1f3d', 'brand.logo': '' })).status,
    ).toBe(403);
  });
});
