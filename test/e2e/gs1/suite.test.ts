import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '#harness/browser/chromium.ts';
import { startWholeService, type WholeService } from '#harness/node/whole-service.ts';

/** GS1's published test suite for resolvers, which is no part of this repository: beside it, or where `GS1_SUITE` says. */
const SUITE = resolve(process.env['GS1_SUITE'] ?? '../shared/gs1-suite');
const chromium = findChromium();
const isThere = existsSync(resolve(SUITE, 'run.mjs'));
if (!isThere || chromium === null)
  process.stderr.write(
    `GS1's test suite is skipped: it needs ${isThere ? 'Chromium' : `the folder ${SUITE}`}.\n`,
  );

const HOST = 'id.localhost';
const href = (name: string) => `https://example.com/${name}`;
const link = (type: string, name: string, more: object = {}) => ({
  type,
  href: href(name),
  title: name,
  ...more,
});
const html = { media_type: 'text/html' };
const LINKS = [
  link('gs1:defaultLinkMulti', 'en/rice', { languages: ['en'], ...html }),
  link('gs1:defaultLinkMulti', 'de/rice', { languages: ['de'], ...html }),
  link('gs1:pip', 'en/rice', { languages: ['en'], ...html }),
  link('gs1:pip', 'de/rice', { languages: ['de'], ...html }),
  link('gs1:pip', 'rice.pdf', { languages: ['en'], media_type: 'application/pdf' }),
  link('gs1:pip', 'rice.html', html),
  link('gs1:certificationInfo', 'certificate-1', html),
  link('gs1:certificationInfo', 'certificate-2', html),
  link('gs1:sustainabilityInfo', 'packaging', { forward_query: false }),
];
/** Only the corrected helper of the suite can tell these apart. */
const BY_CONTEXT = [
  link('gs1:dpp', 'dpp-de', { contexts: ['DE'] }),
  link('gs1:dpp', 'dpp-fr', { contexts: ['FR'], media_type: 'application/ld+json' }),
];

describe.skipIf(!isThere || chromium === null)('GS1’s test suite for resolvers', () => {
  let service: WholeService;
  beforeAll(async () => {
    service = await startWholeService();
    const { id: account } = await service.send<{ id: string }>('GET', '/v1/account');
    await service.operate('gs1', 'approve', '9506000', account);
  });
  afterAll(() => service?.stop());

  it.each([
    ['exact', '09506000134352', '9506000000008', LINKS],
    ['fixed', '09506000134369', '9506000000015', [...LINKS, ...BY_CONTEXT]],
  ])('passes with its helper as it is %s, without a warning', async (helper, gtin, gln, links) => {
    for (const [gs1, ofLevel] of [
      [{ '01': gtin }, links],
      [{ '01': gtin, '10': 'LOT7' }, [link('gs1:recallStatus', 'recall', html)]],
      [{ '414': gln }, []],
    ] as const) {
      const code = {
        type: 'gs1',
        dynamic: true,
        target: href(Object.values(gs1).join('-')),
        forward_query: true,
      };
      await service.send('POST', '/v1/qr', { ...code, gs1, links: ofLevel });
    }
    const paths = ['', '/10/LOT7', '/10/LOT7/21/S1', '/21/S1'].map((rest) => `01/${gtin}${rest}`);
    const args = [
      ...['--base', service.api, '--strict', '--helper', helper],
      ...[...paths, `414/${gln}`].flatMap((path) => ['--uri', `https://${HOST}/${path}`]),
      ...['--chromium', chromium ?? '', '--playwright', process.cwd()],
    ];
    const run = promisify(execFile)(process.execPath, [resolve(SUITE, 'run.mjs'), ...args], {
      maxBuffer: 2 ** 24,
    });
    const { stdout } = await run.catch((error: { stdout: string }) => error);
    expect(stdout.split('\n').filter((line) => /^(?:fail|warn)/.test(line))).toEqual([]);
    for (const { type } of links) expect(stdout).toContain(`loFor${type.replace(':', '')}`);
    expect(stdout).toMatch(/\n1\d\d passed, 0 failed\n/);
  });
});
