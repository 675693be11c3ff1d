import { getDomain } from 'tldts';
import { DAY_MS } from '#core/utc-day.ts';
import { createRegistry } from '#storage/domains/rdap.ts';
import { findNewestCodeId } from '#storage/codes/code-states.ts';
import { LINK_ROBOTS } from '#core/http/link-robots.ts';
import { IMAGE_CACHED_MS } from '#storage/images/images.ts';
import { gs1HostsOf, imageUrlOf, linkHostsOf } from '../settings/settings.ts';
import { isOnWorkersDev } from '../settings/workers-dev.ts';
import { placeOfWork, type Work } from '../steps/installation-steps.ts';
import { type Finding, fix, lookAt, note, ok } from './finding.ts';
import { examineHealth } from './health.ts';

const MAX_CLOCK_DIFFERENCE_MS = 60_000;
const TIMEOUT_MS = 20_000;

/** Examines the service from outside, as its users reach it: name, certificate, health, an image; and the clock of this machine. */
export async function examineService(work: Work): Promise<Finding[]> {
  const { settings } = work;
  const printed = [...linkHostsOf(settings), ...gs1HostsOf(settings)];
  const [api, shortLinks, registrations, images, health, image] = await Promise.all([
    examineHost(work, settings.apiHost),
    Promise.all(printed.map((host) => examineLinkHost(work, host))),
    examineRegistrations(work, printed),
    settings.imageHost === null ? [] : examineHost(work, settings.imageHost),
    examineHealth(work),
    lookAt('images', work.accountId, () => examineImage(work)),
  ]);
  return [...api, ...shortLinks.flat(), ...registrations, ...images, ...health, ...image];
}

/** Any response proves the name and the certificate. Its date is Cloudflare's. */
async function examineHost({ platform, settings }: Work, host: string): Promise<Finding[]> {
  const response = await ask(platform, host, '/');
  if (!(response instanceof Response)) return [response];
  await response.body?.cancel();
  const clock = host === settings.apiHost ? examineClock(response, platform.nowMs()) : [];
  return [ok(`host ${host}`, 'its name leads here, and its certificate is valid.'), ...clock];
}

/** A host with short links, also that to which those of accounts lead. */
async function examineLinkHost({ platform }: Work, host: string): Promise<Finding[]> {
  const response = await ask(platform, host, '/robots.txt');
  if (!(response instanceof Response)) return [response];
  // Cloudflare can add to the file.
  const isOurs = (await response.text().catch(() => '')).includes(LINK_ROBOTS);
  return [
    isOurs
      ? ok(
          `host ${host}`,
          'its name leads here, its certificate is valid, and the short-link Worker answers.',
        )
      : fix(
          `host ${host}`,
          `Its certificate is valid, but something else than the short-link Worker answers (status ${response.status}): npm run setup attaches the host.`,
        ),
  ];
}

/** Names of printed hosts: when one ends, its codes lead nowhere, and somebody else can buy it. */
async function examineRegistrations({ platform }: Work, hosts: readonly string[]): Promise<Finding[]> {
  const find = createRegistry(platform.fetch);
  // Cloudflare renews workers.dev.
  const own = hosts.filter((host) => !isOnWorkersDev(host));
  const names = new Set(own.flatMap((host) => getDomain(host) ?? []));
  return Promise.all(
    [...names].map(async (name) => {
      const registration = await find(name).catch(() => null);
      const endsAtMs = registration?.expiresAtMs ?? null;
      const line = `registration ${name}`;
      if (registration && registration.holds.length > 0)
        return fix(line, `on hold (${registration.holds.join(', ')}): ask the company that sold it.`);
      if (endsAtMs === null)
        return note(line, 'its registry does not say when it ends. Note the day yourself.');
      const days = Math.floor((endsAtMs - platform.nowMs()) / DAY_MS);
      const text = `ends on ${new Date(endsAtMs).toISOString().slice(0, 10)}, in ${days} days.`;
      return days > 30 ? ok(line, text) : fix(line, `${text} Renew it, or see that it renews itself.`);
    }),
  );
}

async function ask({ fetch }: Work['platform'], host: string, path: string): Promise<Response | Finding> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    return await fetch(`https://${host}${path}`, { redirect: 'manual', signal });
  } catch (error) {
    return fix(`host ${host}`, explainUnreachable(host, error));
  }
}

function explainUnreachable(host: string, error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const { code = '', message = String(cause) } = cause as { code?: string; message?: string };
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `The name ${host} does not resolve: a new host takes minutes; otherwise npm run setup attaches it.`;
  if (code.startsWith('CERT_') || code.includes('TLS') || code.includes('SSL'))
    return `The certificate of ${host} is not valid (${message}): a new host takes up to 15 minutes.`;
  return `${host} gives no response: ${message}`;
}

function examineClock(response: Response, nowMs: number): Finding[] {
  const dateMs = Date.parse(response.headers.get('date') ?? '');
  if (Number.isNaN(dateMs)) return [];
  const difference = Math.round(Math.abs(nowMs - dateMs) / 1000);
  return [
    Math.abs(nowMs - dateMs) <= MAX_CLOCK_DIFFERENCE_MS
      ? ok('clock', `${difference} s from Cloudflare's.`)
      : fix(
          'clock',
          `The clock of this machine is ${difference} s from Cloudflare's: sign-in links and expiry dates created here are wrong. Set it by NTP.`,
        ),
  ];
}

/** The zone's setting "Browser Cache TTL" extends the lifetime that the image itself states. */
function examineCaching(response: Response): Finding {
  const seconds = Number(/max-age=(\d+)/.exec(response.headers.get('cache-control') ?? '')?.[1] ?? 0);
  const hours = (seconds / 3_600).toLocaleString('en', { maximumFractionDigits: 1 });
  return seconds * 1_000 <= IMAGE_CACHED_MS
    ? ok('image cache', 'browsers keep an image for an hour at most.')
    : note(
        'image cache',
        `browsers keep an image for ${hours} hours, even after its code was deleted, because the zone extends the time. Set Caching → Configuration → Browser Cache TTL to "Respect Existing Headers".`,
      );
}

/** Checks that everybody can get the image of the newest code. */
async function examineImage(work: Work): Promise<Finding[]> {
  const { platform, settings } = work;
  const codeId = await findNewestCodeId(placeOfWork(work).db);
  if (codeId === null) return [note('images', 'there is no code yet whose image could be checked.')];
  const url = `${imageUrlOf(settings)}/qr/${codeId}.png`;
  const response = await platform.fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null);
  await response?.body?.cancel();
  return [
    ...(response?.ok ? [examineCaching(response)] : []),
    response?.ok
      ? ok('images', 'the image of the newest code is public.')
      : fix(
          'images',
          `${url} gives ${response ? `status ${response.status}` : 'no response'}: ${settings.hasBuckets ? 'npm run restore -- --images redraws missing images' : 'the log of the API Worker says why'}.`,
        ),
  ];
}
