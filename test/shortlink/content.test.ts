import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { seedAccount, seedCode } from '#harness/data/seed.ts';
import { Isolate } from '#harness/shortlink/isolate.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');
let now = NOW;

const visit = (path: string, language = 'en', method = 'GET', timezone?: string) =>
  new Isolate(now).visit(path, { method, headers: { 'Accept-Language': language }, cf: { timezone } });

let accountId = '';
beforeAll(async () => {
  ({ accountId } = await seedAccount(env.DB));
});

const hold = (codeId: string, type: string, target: string) =>
  seedCode(env.DB, { accountId, codeId, type, target, redirectTo: null, isDynamic: false });

const CARD = [
  'BEGIN:VCARD',
  'VERSION:3.0',
  'N:Doe;Jane;;;',
  'FN:Jane "<img src=x onerror=alert(1)>" Doe',
  'TEL:+49 30 123456',
  'TEL:call "me"',
  'EMAIL:jane@example.com',
  'EMAIL:javascript:alert(1)',
  'URL:javascript:alert(1)',
  'NOTE:one\\n<script>two</script>',
  'END:VCARD',
].join('\n');

const EVENT = [
  'BEGIN:VEVENT',
  'DTSTART:20261231T200000Z',
  'DTEND:20270101T020000Z',
  'SUMMARY:New Year <b>party</b>',
  'LOCATION:Cellar\\, left',
  'END:VEVENT',
].join('\n');

describe('the page of a code whose content is no address', () => {
  beforeAll(async () => {
    await hold('wfwfwfwf', 'wifi', 'WIFI:T:WPA;S:$& <script>alert(\\"1\\")</script>;P:a&b\\;<c;;');
  });

  it.each([
    ['en', 'Wi-Fi network', 'choose “', '” and enter the password.'],
    ['de', 'WLAN', 'wählen Sie „', '“ und geben Sie das Passwort ein.'],
    ['fr', 'Réseau Wi-Fi', 'choisissez « ', ' » et saisissez le mot de passe.'],
    ['es', 'Red wifi', 'elija «', '» y escriba la contraseña.'],
    ['zh', 'Wi-Fi 网络', '选择“', '”,然后输入密码。'],
  ])('shows a network, its password and how to join it, in %s', async (language, heading, before, after) => {
    const response = await visit('/wfwfwfwf', language);
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Language')).toBe(language);
    const html = await response.text();
    const name = '$&#38; &#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62;';
    expect(html).toContain(`<p class="kind">${heading}</p>`);
    expect(html).toContain(`<h1>${name}</h1>`);
    expect(html).toContain('<code id="copied">a&#38;b;&#60;c</code>');
    expect(html).toContain(`${before}${name}${after}`);
    expect(html).not.toContain('WIFI:');
    // The button appears by the page's own script, which alone may run.
    expect(html).toMatch(/<button type="button" data-done="[^"]+" aria-live="polite" hidden>/);
    const [script, ...others] = html.matchAll(/<script nonce="([^"]+)">/g);
    expect(others).toEqual([]);
    expect(response.headers.get('Content-Security-Policy')).toContain(`script-src 'nonce-${script?.[1]}'`);
    expect(html.match(/<script/g)).toHaveLength(1);
  });

  it('does not mention a password for an open network, and says to enter the name of a hidden one', async () => {
    await hold('wfwfwfw2', 'wifi', 'WIFI:S:Lobby;;');
    const open = await (await visit('/wfwfwfw2')).text();
    expect(open).toContain('choose “Lobby”.');
    expect(open).toContain('Open, without a password');
    expect(open).not.toContain('<dt>Password</dt>');
    await hold('wfwfwfw3', 'wifi', 'WIFI:T:WPA;S:Vault;P:secret123;H:true;;');
    expect(await (await visit('/wfwfwfw3')).text()).toContain('enter the name and the password.');
  });

  it('shows a contact, with links for numbers and addresses, and for nothing else', async () => {
    await hold('vcvcvcvc', 'vcard', CARD);
    const html = await (await visit('/vcvcvcvc')).text();
    expect(html).toContain('<h1>Jane &#34;&#60;img src=x onerror=alert(1)&#62;&#34; Doe</h1>');
    expect(html).toContain('<a href="tel:+4930123456">+49 30 123456</a>');
    expect(html).toContain('<dd>call &#34;me&#34;</dd>');
    expect(html).toContain('<a href="mailto:jane@example.com">jane@example.com</a>');
    expect(html).toContain('<dd>javascript:alert(1)</dd>');
    expect(html).not.toMatch(/href="javascript|<script|<img/);
    expect(html).toContain('<a class="action" href="?save" rel="nofollow">Save contact</a>');
    const policy = (await visit('/vcvcvcvc')).headers.get('Content-Security-Policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('script-src');
  });

  it('shows the time of an event, in the reader’s time zone', async () => {
    await hold('eveveve1', 'event', EVENT);
    const html = await (await visit('/eveveve1', 'en', 'GET', 'Europe/Berlin')).text();
    expect(html).toContain('<h1>New Year &#60;b&#62;party&#60;/b&#62;</h1>');
    expect(html).toMatch(/Thursday, December 31, 2026 at 21:00 (?:CET|GMT\+1)/);
    expect(html).toContain('<dd>Cellar, left</dd>');
    expect(html).toContain('>Add to calendar</a>');
    expect(await (await visit('/eveveve1', 'de')).text()).toContain('20:00 UTC');
  });

  it.each(['Table 12 <b>', 'BEGIN:VCARD\nFN:x', 'WIFI:T:WPA;S:a'])(
    'shows %j as the text that it is, and has no file of it',
    async (text) => {
      const codeId = `txtxtxt${text.length % 10}`;
      await hold(codeId, 'text', text);
      for (const path of [`/${codeId}`, `/${codeId}?save`]) {
        const response = await visit(path);
        expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
        expect(await response.text()).toContain(
          `<pre id="copied">${text.replace(/[<>]/g, (c) => `&#${c.charCodeAt(0)};`)}</pre>`,
        );
      }
    },
  );
});

describe('the file of a code', () => {
  const expectSafe = (response: Response) => {
    expect(response.status).toBe(200);
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(response.headers.get('X-Robots-Tag')).toBe('noindex');
    expect(response.headers.get('Cache-Control')).toBe('private, no-store');
    expect(response.headers.get('Content-Security-Policy')).toBe(
      "default-src 'none'; frame-ancestors 'none'",
    );
  };

  it('is the contact, for address books', async () => {
    await hold('vcvcvcv2', 'vcard', CARD);
    const response = await visit('/vcvcvcv2?save');
    expectSafe(response);
    expect(response.headers.get('Content-Type')).toBe('text/vcard; charset=utf-8');
    expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="contact.vcf"');
    expect(await response.text()).toBe(`${CARD.replaceAll('\n', '\r\n')}\r\n`);
    expect(await (await visit('/vcvcvcv2?save', 'en', 'HEAD')).text()).toBe('');
  });

  it('is the event, for calendars, the same each time', async () => {
    await hold('eveveve2', 'event', EVENT);
    const response = await visit('/eveveve2?save');
    expectSafe(response);
    expect(response.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8');
    expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="event.ics"');
    const file = await response.text();
    expect(file).toContain('BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:');
    expect(file).toContain('BEGIN:VEVENT\r\nUID:eveveve2@go.example.com\r\n');
    expect(await (await visit('/eveveve2?save')).text()).toBe(file);
  });

  it('is taken by calendars that have the event, once it has changed', async () => {
    await hold('eveveve3', 'event', EVENT);
    await env.DB.prepare('UPDATE qr_codes SET updated_at_ms = ? WHERE code_id = ?')
      .bind(NOW, 'eveveve3')
      .run();
    const before = await (await visit('/eveveve3?save')).text();
    const change =
      'UPDATE qr_codes SET target = ?, revision = revision + 1, updated_at_ms = ? WHERE code_id = ?';
    const changed = EVENT.replace('20261231T200000Z', '20261231T210000Z');
    await env.DB.prepare(change)
      .bind(changed, NOW + 1_000, 'eveveve3')
      .run();
    // By then no cache has the event as it was.
    now = NOW + 60_000;
    const after = await (await visit('/eveveve3?save')).text();
    now = NOW;
    const read = (file: string) =>
      ['UID', 'SEQUENCE', 'DTSTAMP', 'LAST-MODIFIED'].map(
        (name) => new RegExp(`^${name}:(.*)\r$`, 'm').exec(file)?.[1],
      );
    const uid = 'eveveve3@go.example.com';
    expect(read(before)).toEqual([uid, '0', '20261122T120000Z', '20261122T120000Z']);
    expect(read(after)).toEqual([uid, '1', '20261122T120001Z', '20261122T120001Z']);
  });
});
