import { beforeAll, describe, expect, it } from 'vitest';
import {
  type ApiClient,
  type CodeResource,
  create,
  createClient,
  readError,
} from '#harness/worker/api-client.ts';

interface Check {
  module_mm: number;
  width_mm: number;
  height_mm: number;
  caption: { lines: string[]; size_pt: number; cut: boolean } | null;
  max_distance_mm: number;
  min_width_mm: number | null;
  point_of_sale: { min_width_mm: number; max_width_mm: number; fits: boolean };
  inks: string[];
  colors: { color: string; cmyk: string; given: boolean }[];
  warnings: { code: string; message: string }[];
  summary: string;
}

let client: ApiClient;
let code: CodeResource;
beforeAll(async () => {
  client = await createClient();
  code = await create(client, { dynamic: true });
});

async function check(query: string, id = code.id): Promise<Check> {
  return client.json<Check>('GET', `/v1/qr/${id}/print-check?${query}`);
}

async function warn(query: string, id = code.id): Promise<string[]> {
  return (await check(query, id)).warnings.map((warning) => warning.code);
}

describe('GET /v1/qr/{id}/print-check', () => {
  it('gives the dimensions of a code on paper', async () => {
    expect(await check('width_mm=20&distance_mm=500')).toEqual({
      id: code.id,
      modules: 25,
      module_mm: 0.606,
      width_mm: 20,
      height_mm: 20,
      quiet_zone_modules: 4,
      quiet_zone_mm: 2.42,
      max_distance_mm: 200,
      min_width_mm: 50,
      point_of_sale: { min_width_mm: 13.07, max_width_mm: 32.67, fits: true },
      caption: null,
      inks: ['black'],
      colors: [],
      warnings: [
        {
          code: 'distance_too_far',
          message: 'Phones read it from up to 20 cm. To be read from 50 cm, it has to be 50 mm wide.',
        },
      ],
      summary:
        'Printed 20 mm wide in black ink, with modules of 0.61 mm, it reads from up to 20 cm: one warning.',
    });
  });

  it('knows the plates of a design only if no part of it has a hue', async () => {
    const inksOf = async (style: object) => {
      const made = await create(client, { dynamic: true, style });
      return (await check('width_mm=20', made.id)).inks;
    };
    const gradient = { type: 'linear', angle: 0, from: '#000000', to: '#333333' };
    expect(await inksOf({ gradient, frame: { kind: 'border' } })).toEqual(['black']);
    expect(await inksOf({ gradient: { ...gradient, to: '#333334' } })).toEqual([]);
    expect(await inksOf({ eyes: { color: '#300000' } })).toEqual([]);
  });

  it('counts the paper that a frame keeps from the trim of every file', async () => {
    const framed = await create(client, { dynamic: true, style: { frame: { kind: 'border' } } });
    // 25 modules, a quiet zone of 2 and a frame of 1 on both sides.
    const files = ['format=eps', 'standard=x-1a&color=k', 'color=cmyk', 'bleed_mm=3', 'marks=true'];
    for (const cut of files) {
      const found = await check(`width_mm=37&${cut}`, framed.id);
      expect([found.module_mm, found.width_mm, found.height_mm]).toEqual([1, 37, 37]);
      expect((await check(`module_mm=1&${cut}`, framed.id)).width_mm).toBe(37);
    }
    expect((await check('width_mm=33&bleed_mm=3&marks=true')).module_mm).toBe(1);
  });

  it('gives the width that a distance needs, and checks that width if none is sent', async () => {
    const { width_mm, min_width_mm, max_distance_mm, warnings } = await check('distance_mm=3000');
    expect([width_mm, min_width_mm, max_distance_mm]).toEqual([300, 300, 3000]);
    expect(warnings.map((warning) => warning.code)).toEqual(['module_above_pos']);
    expect((await check('width_mm=300&distance_mm=3000')).warnings).toEqual(warnings);
    const far = await client.request('GET', `/v1/qr/${code.id}/print-check?distance_mm=50000`);
    const { errors = [] } = await readError(far);
    expect(errors).toEqual([
      {
        field: 'distance_mm',
        code: 'too_big',
        message:
          '"distance_mm" of 50000 takes a width of 5000 mm for this code, and at most 2000 mm are printed.',
      },
    ]);
  });

  it('gives the width of the whole picture of a code in a frame, whose symbol is then wide enough', async () => {
    const framed = await create(client, { dynamic: true, style: { frame: { kind: 'circle', text: null } } });
    const { width_mm, min_width_mm, max_distance_mm, module_mm } = await check('distance_mm=400', framed.id);
    expect(max_distance_mm).toBe(400);
    expect(min_width_mm).toBe(width_mm);
    // As wide as a module of the same code without a frame, which is 33 modules wide.
    expect(module_mm).toBe((await check('distance_mm=400')).module_mm);
    expect(width_mm).toBeGreaterThan(40);
    const { warnings } = await check('width_mm=40&distance_mm=400', framed.id);
    expect(warnings.map(({ message }) => message).join()).toContain(`it has to be ${width_mm} mm wide`);
  });

  it('gives a shorter distance for a finer symbol of the same width, whatever its quiet zone', async () => {
    const fine = await create(client, { target: `https://example.com/${'x'.repeat(300)}` });
    const [coarse, dense] = [await check('width_mm=30'), await check('width_mm=30', fine.id)];
    expect(dense.max_distance_mm).toBeLessThan(coarse.max_distance_mm / 2);
    const reached = await check('distance_mm=300', fine.id);
    expect(reached.max_distance_mm).toBeGreaterThanOrEqual(300);
    expect((await check('module_mm=0.5&margin=16')).max_distance_mm).toBe(
      (await check('module_mm=0.5')).max_distance_mm,
    );
  });

  it('has the range of the point of sale by its ends', async () => {
    const { point_of_sale: range } = await check('module_mm=0.396');
    expect(range.fits).toBe(true);
    for (const width of [range.min_width_mm, range.max_width_mm])
      expect((await check(`width_mm=${width}`)).point_of_sale.fits).toBe(true);
    expect(await warn(`width_mm=${(range.min_width_mm - 0.01).toFixed(2)}`)).toEqual(['module_below_pos']);
    expect(await warn(`width_mm=${(range.max_width_mm + 0.01).toFixed(2)}`)).toEqual(['module_above_pos']);
  });

  it('warns by code of modules, quiet zone and inks', async () => {
    expect(await warn('width_mm=20')).toEqual([]);
    expect(await warn('width_mm=8.2')).toEqual(['module_tiny', 'module_below_pos']);
    expect(await warn('width_mm=20&margin=3')).toEqual(['quiet_zone_narrow']);
    expect(await warn('width_mm=20&color=cmyk:100,80,0,0')).toEqual(['multi_ink']);
    expect(await warn('width_mm=20&color=spot:Red&alternate=0,91,76,0')).toEqual(['red_ink']);
    expect(await warn('width_mm=20&color=rgb')).toEqual(['screen_color']);
    const { inks } = await check('width_mm=20&color=spot:PANTONE 185 C&alternate=0,91,76,30');
    expect(inks).toEqual(['PANTONE 185 C']);
    expect((await check('width_mm=20&color=cmyk:0,60,0,100')).inks).toEqual(['magenta', 'black']);
  });

  it('warns if the code looks different, and if a scan of it would be turned away', async () => {
    const blue = await create(client, { dynamic: true, color: { dark: '#14213d' }, paused: true });
    expect(await warn('width_mm=20', blue.id)).toEqual(['not_active']);
    expect(await warn('width_mm=20&color=k', blue.id)).toEqual(['colors_not_printed', 'not_active']);
    const process = ['multi_ink', 'colors_mixed', 'not_active'];
    expect(await warn('width_mm=20&color=cmyk', blue.id)).toEqual(process);
    expect(await warn('width_mm=20&color=rgb', blue.id)).toEqual(['screen_color', 'not_active']);
    const style = { eyes: { color: '#240606' } };
    const branded = await create(client, { dynamic: true, style });
    expect(await warn('width_mm=20', branded.id)).toEqual([]);
    expect(await warn('width_mm=20&color=k', branded.id)).toEqual(['colors_not_printed']);
    const gradient = { type: 'linear', from: '#14213d', to: '#240606' };
    const fading = await create(client, { dynamic: true, style: { gradient } });
    const spot = 'width_mm=20&color=spot:Navy&alternate=100,80,0,40';
    expect(await warn(spot, fading.id)).toEqual(['colors_not_printed']);
  });

  it('lists the process inks of each colour, those that the caller gives and those by the rule', async () => {
    const style = { eyes: { color: '#240606' } };
    const { id } = await create(client, { dynamic: true, color: { dark: '#14213d' }, style });
    const listed = async (query: string) => {
      const { colors, warnings } = await check(`width_mm=20&color=cmyk${query}`, id);
      return [colors, warnings.map((warning) => warning.code)];
    };
    const byRule = { color: '#240606', cmyk: '0,83.3,83.3,85.9', given: false };
    const white = { color: '#ffffff', cmyk: '0,0,0,0', given: false };
    const dark = { color: '#14213d', cmyk: '67.2,45.9,0,76.1', given: false };
    expect(await listed('')).toEqual([
      [white, dark, byRule],
      ['multi_ink', 'colors_mixed'],
    ]);
    const given = { color: '#14213d', cmyk: '100,80,0,40.5', given: true };
    expect(await listed('&cmyk_values=14213D:100,80,0,40.5')).toEqual([
      [white, given, byRule],
      ['multi_ink', 'colors_mixed'],
    ]);
    const all = '#14213d:100,90,80,60; #240606:0,0,0,100; #ffffff:0,0,5,0';
    const [, warnings] = await listed(`&cmyk_values=${encodeURIComponent(all)}`);
    expect(warnings).toEqual(['multi_ink', 'ink_heavy']);
    expect((await check('width_mm=20&color=k', id)).colors).toEqual([]);
  });

  it('adds black to a colour that the rule would print too light for readers, and to no other', async () => {
    const color = { dark: '#a7654c', light: '#fff6ec' };
    const style = { eyes: { color: '#240606' } };
    const { id } = await create(client, { dynamic: true, color, style });
    const inksWith = async (query: string) => {
      const { colors } = await check(`width_mm=20&color=cmyk${query}`, id);
      return colors.map(({ cmyk, given }) => [cmyk, given]);
    };
    const [light, eyes] = [
      ['0,3.5,7.5,0', false],
      ['0,83.3,83.3,85.9', false],
    ];
    expect(await inksWith('')).toEqual([light, ['0,39.5,54.5,55', false], eyes]);
    const given = '0,39.5,54.5,40';
    expect(await inksWith(`&cmyk_values=a7654c:${given}`)).toEqual([light, [given, true], eyes]);
  });

  it('refuses the same requests as the file does, in the same words', async () => {
    for (const query of [
      '',
      'width_mm=20&module_mm=1',
      'width_mm=20&color=cmyk:0,0,90,0',
      'width_mm=20&standard=x-4&color=k',
    ]) {
      const [file, checked] = await Promise.all(
        ['print', 'print-check'].map((path) => client.request('GET', `/v1/qr/${code.id}/${path}?${query}`)),
      );
      const [{ errors: expected }, { errors }] = [
        await file!.json<{ errors: unknown[] }>(),
        await checked!.json<{ errors: unknown[] }>(),
      ];
      expect([checked!.status, errors]).toEqual([file!.status, expected]);
      expect(checked!.status).toBe(400);
    }
    await readError(client.request('GET', `/v1/qr/${code.id}/print-check?distance_mm=9`));
    const stranger = await createClient();
    const path = `/v1/qr/${code.id}/print-check?width_mm=20`;
    await readError(stranger.request('GET', path), 404, 'not_found');
  });

  it('describes the caption, and warns if the title is cut', async () => {
    const short = await create(client, { dynamic: true, title: 'Lunch menu' });
    const fine = await check('width_mm=20&caption=title', short.id);
    expect(fine.caption).toEqual({ lines: ['Lunch menu'], size_pt: expect.any(Number), cut: false });
    expect(fine.caption?.size_pt).toBeGreaterThan(6);
    expect(fine.height_mm).toBeGreaterThan(23);
    expect(fine.warnings).toEqual([]);
    const long = await create(client, { dynamic: true, title: 'A table by the window '.repeat(9).trim() });
    const cut = await check('width_mm=20&caption=title', long.id);
    expect(cut.caption).toMatchObject({ size_pt: 4, cut: true });
    expect(cut.caption?.lines).toHaveLength(2);
    expect(cut.warnings.map(({ code: name }) => name)).toEqual(['caption_cut']);
    expect(await warn('width_mm=200&caption=title', long.id)).toEqual(['module_above_pos']);
  });
});
