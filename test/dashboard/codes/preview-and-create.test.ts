import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ERROR_CORRECTION_LEVELS } from '#core/codes/error-correction.ts';
import { FRAME_KINDS } from '#core/styles/frame.ts';
import { EYE_SHAPES, GRADIENT_TYPES, MODULE_SHAPES } from '#core/styles/style.ts';
import { type ApiClient, createClient } from '#harness/worker/api-client.ts';
import { signIn, type SignedInClient } from '#harness/worker/dashboard-client.ts';
import { readPage } from '#harness/worker/page.ts';

type Fields = Readonly<Record<string, string>>;

const DESIGNS = 30;

const hex = fc.integer({ min: 0, max: 0xff_ff_ff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
const dark = fc.oneof(fc.constantFrom('#000000', '#102030', '#5b0a4a', '#8f2fa0', '#bb3bac'), hex);
const light = fc.oneof({ weight: 3, arbitrary: fc.constant('#ffffff') }, hex);
const tick = fc.constantFrom('', 'on');

/** A design as the form sends it, near the limits and beyond. */
const design = fc.record({
  'style.modules': fc.constantFrom(...MODULE_SHAPES),
  'style.eyes.shape': fc.constantFrom(...EYE_SHAPES),
  eyes_own: tick,
  'style.eyes.color': dark,
  'color.dark': dark,
  'color.light': light,
  'style.gradient.type': fc.constantFrom('none', 'none', ...GRADIENT_TYPES),
  'style.gradient.to': dark,
  'style.gradient.angle': fc.constantFrom('0', '45', '359', '360', ''),
  'style.background': fc.constantFrom('solid', 'transparent'),
  'style.frame.kind': fc.constantFrom('none', ...FRAME_KINDS),
  'style.frame.text': fc.constantFrom('', ' ', '\u00ad', 'Menü', 'W'.repeat(30), 'x'.repeat(31), '🍕'),
  frame_own: tick,
  'style.frame.color': dark,
  margin: fc.constantFrom('', '2', '4', '16', '17'),
  size: fc.constantFrom('1024', '128', '2048', '100'),
  error_correction: fc.constantFrom(...ERROR_CORRECTION_LEVELS),
});

async function open(): Promise<{ api: ApiClient; browser: SignedInClient; form: Fields }> {
  const api = await createClient({ plan: 'business' });
  const browser = await signIn({ accountId: api.accountId });
  const form = (await readPage(await browser.get('/codes/new'))).fieldsOf('[action="/codes"]');
  // The symbol of a static code is the same in the preview.
  return { api, browser, form: { ...form, dynamic: '' } };
}

async function isAccepted(browser: SignedInClient, fields: Fields): Promise<boolean> {
  const page = await readPage(await browser.post('/codes/preview', fields));
  return page.attributes('[data-faulty]', 'data-faulty')[0] === '' && page.find('.problem') === null;
}

it('what the preview accepts, Create accepts, and what it refuses, Create refuses', async () => {
  const { browser, form } = await open();
  const seen = { accepted: 0, refused: 0 };
  for (const [i, fields] of fc.sample(design, DESIGNS).entries()) {
    const sent = { ...form, url: `https://example.com/${i}`, ...fields };
    const isShown = await isAccepted(browser, sent);
    const created = await browser.post('/codes', sent);
    expect({ fields, isCreated: created.status === 303 }).toEqual({ fields, isCreated: isShown });
    seen[isShown ? 'accepted' : 'refused']++;
  }
  expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(2);
});

it('a frame that needs a text has the usual words until somebody writes others', async () => {
  const { api, browser, form } = await open();
  const styleOf = async (fields: Fields, headers = {}) => {
    const sent = { ...form, url: 'https://example.com/', ...fields };
    expect(await isAccepted(browser, sent)).toBe(true);
    const made = await browser.post('/codes', sent, { headers });
    const id = made.headers.get('Location')?.split('/').at(-1);
    return (await api.request('GET', `/v1/qr/${id}`)).json<{ style: { frame: object } }>();
  };
  const frame = (kind: string, text: string | null) => ({ style: { frame: { kind, text, color: null } } });
  expect(await styleOf({ 'style.frame.kind': 'label_top' })).toMatchObject(frame('label_top', 'Scan me'));
  expect(await styleOf({ 'style.frame.kind': 'ribbon', 'style.frame.text': ' ' })).toMatchObject(
    frame('ribbon', 'Scan me'),
  );
  expect(await styleOf({ 'style.frame.kind': 'bubble' }, { 'Accept-Language': 'de' })).toMatchObject(
    frame('bubble', 'Scan mich'),
  );
  expect(await styleOf({ 'style.frame.kind': 'ticket', 'style.frame.text': 'Menu' })).toMatchObject(
    frame('ticket', 'Menu'),
  );
  expect(await styleOf({ 'style.frame.kind': 'card' })).toMatchObject(frame('card', null));
});

it('the preview takes the test photo of a look that is hard to scan, and offers the way out', async () => {
  const { browser, form } = await open();
  // Each of its colours passes alone.
  const colors = {
    'color.light': '#faf4fb',
    eyes_own: 'on',
    'style.eyes.color': '#03273b',
    'color.dark': '#4a79a4',
  };
  const gradient = {
    'style.gradient.type': 'radial',
    'style.gradient.angle': '198',
    'style.gradient.to': '#9c616b',
  };
  const sent = { ...form, url: 'https://example.com/menu', 'style.modules': 'dot', ...colors, ...gradient };
  const html = await (await browser.post('/codes/preview', sent)).text();
  expect(html).toContain('Use black instead of the gradient');
  expect((await browser.post('/codes', sent)).status).toBe(422);
  const plainer = { ...sent, 'style.gradient.type': 'none', 'color.dark': '#000000', eyes_own: '' };
  expect(await isAccepted(browser, plainer)).toBe(true);
  expect((await browser.post('/codes', plainer)).status).toBe(303);
});
