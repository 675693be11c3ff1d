import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { toPage } from '#harness/worker/page.ts';
import { type SignedInClient, signIn } from '#harness/worker/dashboard-client.ts';
import { CONTENT_FIELDS } from '#core/content/fields/content-fields.ts';

const fieldsOf = (html: string) => toPage(html).fieldsOf('[action="/codes"]');

async function onlyCode(browser: SignedInClient) {
  const { results } = await env.DB.prepare('SELECT * FROM qr_codes WHERE account_id = ?')
    .bind(browser.accountId)
    .all<{ code_id: string; target: string; content: string; is_dynamic: number; revision: number }>();
  expect(results).toHaveLength(1);
  return results[0] as (typeof results)[number];
}

async function newForm(browser: SignedInClient, type: string) {
  return fieldsOf(await (await browser.get(`/codes/new?type=${type}`)).text());
}

const EVENT = {
  'event.title': 'Eve',
  'event.start_date': '2026-12-31',
  'event.start_time': '20:00',
  'event.end_date': '2027-01-01',
  'event.end_time': '02:00',
  'event.time_zone': 'Europe/Berlin',
  content_dynamic: 'on',
};

describe('the forms of contents', () => {
  it.each(Object.entries(CONTENT_FIELDS))('have every field of a %s', async (type, { fields }) => {
    const names = Object.keys(await newForm(await signIn(), type));
    const page = toPage(await (await (await signIn()).get(`/codes/new?type=${type}`)).text());
    for (const name of Object.keys(fields)) {
      const isTime = type === 'event' && /^(starts|ends)_at$/.test(name);
      const field = isTime ? `event.${name.replace('s_at', '_date')}` : `${type}.${name}`;
      expect(names.includes(field) || page.find(`[name="${field}"]`) !== undefined, field).toBe(true);
    }
  });

  it('make a dynamic code, whose page changes its fields', async () => {
    const browser = await signIn();
    const created = await browser.post('/codes', { ...(await newForm(browser, 'event')), ...EVENT });
    expect(created.status).toBe(303);
    const code = await onlyCode(browser);
    expect(code).toMatchObject({ is_dynamic: 1, redirect_to: null });
    expect(code.target).toContain('DTSTART:20261231T190000Z');

    const path = `/codes/qr_${code.code_id}`;
    const opened = await (await browser.get(path)).text();
    expect(toPage(opened).valueOf('event.title')).toBe('Eve');
    expect(toPage(opened).valueOf('event.start_time')).toBe('20:00');
    const { content_dynamic: _, ...fields } = EVENT;
    const lf = code.target.replaceAll('\r\n', '\n');
    const sent = { ...fields, target: lf, was_target: lf };
    expect((await browser.post(path, sent)).status).toBe(303);
    expect((await onlyCode(browser)).revision).toBe(1);

    const wrong = await browser.post(path, {
      ...sent,
      'event.end_date': '2026-12-31',
      'event.end_time': '19:00',
    });
    expect(wrong.status).toBe(422);
    expect(await wrong.text()).toContain('It ends before it starts.');
    expect((await onlyCode(browser)).revision).toBe(1);

    const changed = await browser.post(path, { ...sent, 'event.title': 'Day', 'event.start_time': '21:00' });
    expect(changed.status).toBe(303);
    const after = await onlyCode(browser);
    expect(after.target).toContain('SUMMARY:Day\r\nDTSTART:20261231T200000Z');
    expect(JSON.parse(after.content)).toMatchObject({ title: 'Day', time_zone: 'Europe/Berlin' });

    // Somebody else's version is not overwritten unseen.
    const late = await browser.post(path, { ...sent, 'event.title': 'Night' });
    expect(late.status).toBe(409);
    expect(await onlyCode(browser)).toMatchObject({ revision: after.revision });
  });

  it('change the text of a dynamic code', async () => {
    const browser = await signIn();
    const form = await newForm(browser, 'text');
    await browser.post('/codes', { ...form, text: 'two\r\nlines', content_dynamic: 'on' });
    const { code_id: codeId } = await onlyCode(browser);
    const was = 'two\nlines';
    const changed = await browser.post(`/codes/qr_${codeId}`, {
      text: 'three',
      target: was,
      was_target: was,
    });
    expect(changed.status).toBe(303);
    expect(await onlyCode(browser)).toMatchObject({ target: 'three', content: null });
  });
});
