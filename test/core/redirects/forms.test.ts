import { describe, expect, it } from 'vitest';
import { createCodeId } from '#core/codes/code-id.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { parseShortCode } from '#core/links/short-code.ts';
import { type Control, NO_CONTROL } from '#core/control/control.ts';
import type { CodeStatus } from '#core/control/status.ts';
import type { TimeZone } from '#core/scans/time-zone.ts';
import { REDIRECT_FILES, REDIRECT_FORMS, type RedirectFileName } from '#core/redirects/forms.ts';
import { toStaticRedirect } from '#core/redirects/static-redirect.ts';

/** The formats as text. In test/redirects/servers.test.ts, real servers read them. */

interface Sample {
  shortCode?: string;
  target?: string;
  redirectTo?: string | null;
  control?: Partial<Control>;
  status?: CodeStatus;
}

const UTC = 'UTC' as TimeZone;

let ids = 0;

function redirectOf({
  shortCode,
  target = 'https://example.com/',
  control,
  status = 'active',
  ...rest
}: Sample) {
  const code = {
    codeId: createCodeId(new Uint8Array([0, 0, 0, 0, ++ids])),
    externalId: null,
    host: null,
    shortCode: shortCode === undefined ? null : parseShortCode(shortCode),
    target,
    redirectTo: rest.redirectTo === undefined ? target : rest.redirectTo,
    control: control ? { ...NO_CONTROL, ...control } : null,
  } as QrCode;
  return toStaticRedirect(code, status);
}

function write(file: RedirectFileName, ...samples: Sample[]): string {
  const form = REDIRECT_FORMS[file].begin({ base: 'https://go.example.com' });
  const decode = (part: string | Uint8Array) =>
    typeof part === 'string' ? part : new TextDecoder().decode(part);
  return [form.head(), ...samples.map((sample) => form.write(redirectOf(sample))), form.foot()]
    .map(decode)
    .join('');
}

const PASSWORD = { salt: 'salt', hash: 'hash' };
const LINE_FORMS = ['_redirects', 'redirects.nginx.conf', 'redirects.caddyfile'] as const;

describe('a code in a static form', () => {
  it('has the current location of a scan, at each of its names', () => {
    expect(redirectOf({ shortCode: 'Menu', target: 'https://example.com/a' })).toMatchObject({
      names: ['menu', expect.stringMatching(/^[0-9a-z]{8}$/)],
      location: 'https://example.com/a',
      leftOut: null,
      lost: [],
    });
  });

  it.each<[string, Sample, object]>([
    [
      'rules and a limit',
      {
        control: {
          rules: [{ name: 'r', target: 'https://r.example', when: { timeZone: UTC } }],
          maxScans: 5,
        },
      },
      { lost: ['rules', 'max_scans'] },
    ],
    [
      'the largest variant',
      {
        control: {
          variants: [
            { name: 'a', target: 'https://a.example/', weight: 30 },
            { name: 'b', target: 'https://b.example/', weight: 70 },
          ],
        },
      },
      { location: 'https://b.example/', lost: ['variants'] },
    ],
    [
      'an end, a query, and a preview',
      { control: { endsAtMs: 5, forwardsQuery: true, preview: { title: 'Menu', description: null } } },
      { lost: ['ends_at', 'forward_query', 'preview'] },
    ],
    [
      'its campaign parameters',
      {
        redirectTo: 'https://a.example/?utm_medium=own#top',
        control: { utm: { source: 'a b', medium: 'print', campaign: null, term: null, content: null } },
      },
      { location: 'https://a.example/?utm_medium=own&utm_source=a%20b#top', lost: [] },
    ],
    [
      'its fallback while it is paused',
      { status: 'paused', control: { isPaused: true, fallbackUrl: 'https://f.example/' } },
      { location: 'https://f.example/', lost: ['paused'] },
    ],
    [
      'its fallback for ever once it has ended',
      { status: 'ended', control: { endsAtMs: 5, fallbackUrl: 'https://f.example/' } },
      { location: 'https://f.example/', lost: [] },
    ],
    [
      'nothing while it is paused without one',
      { status: 'paused', control: { isPaused: true } },
      { location: null, leftOut: 'paused' },
    ],
    [
      'nothing where it asks for a password',
      { control: { password: PASSWORD } },
      { location: null, leftOut: 'password' },
    ],
    [
      'nothing once it is disabled, whatever its fallback',
      { status: 'disabled', control: { fallbackUrl: 'https://f.example/' } },
      { location: null, leftOut: 'disabled' },
    ],
    [
      'nothing of a text',
      { target: 'Hello', redirectTo: null },
      { location: null, leftOut: 'content', content: 'Hello' },
    ],
    [
      'nothing that splits a header',
      { redirectTo: 'https://example.com/\r\nSet-Cookie: a' },
      { location: null, leftOut: 'unsafe_location' },
    ],
    [
      'nothing that runs',
      { redirectTo: 'javascript:alert(1)' },
      { location: null, leftOut: 'unsafe_location' },
    ],
  ])('is %s', (_, sample, expected) => {
    expect(redirectOf(sample)).toMatchObject(expected);
  });
});

describe('each form', () => {
  it('lists what is lost, and how many codes there were', () => {
    for (const file of LINE_FORMS) {
      const text = write(
        file,
        { shortCode: 'menu', control: { endsAtMs: 5 } },
        { shortCode: 'secret', target: 'https://secret.example/', control: { password: PASSWORD } },
        { shortCode: 'plain' },
      );
      expect(text, file).toMatch(/# \/menu leads on without: ends_at\.\n.*\/menu.*example\.com/);
      expect(text, file).toContain('# /secret is left out: it asks for a password.');
      expect(text, file).not.toContain('secret.example');
      expect(text, file).toMatch(
        /# End of the file\. Codes that lead on: 2, of them without what is named above: 1\. Left out: 1\.\n$/,
      );
    }
    expect(write('redirects.csv', { shortCode: 'secret', control: { password: PASSWORD } })).toContain(
      '/secret,,https://go.example.com/secret,',
    );
    const json = JSON.parse(
      write(
        'redirects.json',
        { shortCode: 'menu', control: { endsAtMs: 5 } },
        { target: 'x', redirectTo: null },
      ),
    ) as { codes: number; redirects: object[] };
    expect(json).toMatchObject({
      base: 'https://go.example.com',
      redirects: [
        { target: 'https://example.com/', status_code: 302, left_out: null, lost: ['ends_at'] },
        { target: null, status_code: null, left_out: 'content' },
      ],
      codes: 2,
    });
  });

  it('is whole without codes, too', () => {
    for (const file of REDIRECT_FILES) expect(typeof write(file)).toBe('string');
    expect(JSON.parse(write('redirects.json'))).toMatchObject({ redirects: [], codes: 0 });
  });

  it('contains both cases if a server distinguishes them', () => {
    for (const file of ['_redirects', 'redirects.caddyfile', 'redirects-html.tar.gz'] as const) {
      const text = write(file, { shortCode: 'menu' });
      for (const path of ['menu', 'MENU']) expect(text, file).toContain(path);
    }
    expect(write('redirects.nginx.conf', { shortCode: '2027' }).match(/"\/2027"/g)).toHaveLength(1);
    expect(write('_redirects', { shortCode: '2027' }).match(/^\/2027 /gm)).toHaveLength(1);
  });
});

describe('_redirects', () => {
  it('says where Cloudflare Pages stops reading, and which rules it skips', () => {
    const many = Array.from({ length: 700 }, (_, i) => ({ shortCode: `code-${i}` }));
    const lines = write('_redirects', ...many).split('\n');
    const limit = lines.findIndex((line) => line.startsWith('# Cloudflare Pages reads 2,000 rules'));
    const isRule = (line: string) => line.startsWith('/');
    const before = lines.slice(0, limit).filter(isRule).length;
    expect(before).toBeLessThanOrEqual(2_000);
    expect(before).toBeGreaterThan(1_995);
    expect(lines.filter((line) => line.includes('2,000 rules'))).toHaveLength(1);
    expect(write('_redirects', { target: 'http://example.com/' })).toMatch(
      /# Cloudflare Pages redirects to https:\/\/ alone, and passes over this code:\n\//,
    );
  });

  it('leaves out lines that are too long, and targets that are not web pages', () => {
    const long = `https://example.com/${'x'.repeat(980)}`;
    expect(write('_redirects', { shortCode: 'long', target: long })).toContain(
      '# /long is left out: it has a line of more than 1000 characters.',
    );
    expect(write('_redirects', { shortCode: 'call', redirectTo: 'tel:+4930123456' })).toContain(
      '# /call is left out: it leads to no web page.',
    );
  });
});

describe('bulk-redirects.csv', () => {
  it('has no header and no comments, the host before the path, and quotes around commas', () => {
    const text = write(
      'bulk-redirects.csv',
      { shortCode: 'menu', target: 'https://example.com/?a=1,2' },
      { control: { password: PASSWORD } },
    );
    const lines = text.split('\r\n');
    expect(lines[0]).toBe('go.example.com/menu,"https://example.com/?a=1,2",302,FALSE,FALSE,FALSE,FALSE');
    expect(lines).toHaveLength(5);
  });
});

describe('nginx and Caddy', () => {
  it('leave out words that are too long for nginx', () => {
    const sample = { shortCode: 'long', target: `https://example.com/${'$'.repeat(500)}` };
    expect(write('redirects.nginx.conf', sample)).toContain(
      '# /long is left out: it leads to a location of more',
    );
    expect(write('redirects.caddyfile', sample)).toContain('"https://example.com/$');
  });
});

describe('the pages', () => {
  it('run nothing from a target', () => {
    const target = `https://example.com/?q="><script>alert(1)</script>&x='y'`;
    const text = write('redirects-html.tar.gz', { target }, { target: '</pre><script>', redirectTo: null });
    expect(text).not.toContain('<script>');
    expect(text).toContain('url=https://example.com/?q=&#34;&#62;&#60;script&#62;');
  });
});
