import type { CodeId } from '#core/codes/code-id.ts';
import { hostOf } from '#core/content/hosts/host.ts';
import { statusOf } from '#core/control/status.ts';
import { escapeHtml } from '#core/escape-html.ts';
import { describeError, formatLogLine } from '#core/log-line.ts';
import type { LinkAddress } from '#core/links/link-address.ts';
import { findLinkDates, type LinkDates, type RuledLink, type ShortLink } from '#storage/links/short-links.ts';
import { languageOf, renderFrame } from '../page-frame.ts';
import { toPageBrand } from '../page-brand.ts';
import type { Language, PageName } from '../page-texts.ts';
import { formatTime, renderPage } from '../pages.ts';
import { DATABASE_TIMEOUT_MS } from '../targets/time-bounds.ts';
import { within } from '../targets/within.ts';
import { ABOUT_TEXTS, type AboutTexts } from './texts.ts';

/** A short link that leads somewhere, or to content. */
export type LeadingLink = Extract<ShortLink, { kind: 'redirect' | 'ruled' | 'shown' }>;

interface Question {
  readonly request: Request;
  readonly env: Pick<ShortlinkEnv, 'DB' | 'CDN_URL'>;
  readonly address: LinkAddress;
  readonly nowMs: number;
}

/**
 * `GET|HEAD /<name>+`: the hosts to which a short link leads, for people who want to know before they go, and since when. It is no scan. A code
 * that leads nowhere now has the page that its scans show; an address behind a password stays hidden. On the host of an account, it says whose.
 */
export async function showWhereItLeads(
  { request, env, address, nowMs }: Question,
  codeId: CodeId,
  link: LeadingLink,
): Promise<Response> {
  const language = languageOf(request);
  const texts = ABOUT_TEXTS[language];
  const lead = describeLead(link, nowMs, texts);
  if (typeof lead !== 'string')
    return renderPage(request, lead.status, { ...lead, brand: toPageBrand(link.brand, env) });
  const dates = await readDates(env.DB, codeId);
  const { host } = new URL(request.url);
  return renderFrame(request, language, {
    status: 200,
    sign: 'leads',
    kind: texts.kind,
    heading: `${host}/${address.path}`,
    body: `${lead}
${dates ? renderDates(request, language, dates, address.host !== null) : ''}<a class="action" href="${address.path.split('/').at(-1)}" rel="nofollow">${escapeHtml(texts.open)}</a>`,
    brand: toPageBrand(dates?.brand, env),
    isOfCode: true,
  });
}

/** HTML; or the page of a code that leads nowhere now. */
function describeLead(
  link: LeadingLink,
  nowMs: number,
  texts: AboutTexts,
): string | { readonly status: PageName; readonly opensAtMs: number | null } {
  if (link.kind === 'shown') return `<p>${escapeHtml(texts.shown)}</p>`;
  if (link.kind === 'redirect') return renderPlaces([link.location], texts);
  const { control, isExhausted } = link;
  const status = statusOf({ control, isExhausted, isDisabled: false }, nowMs);
  if (status !== 'active')
    return control.fallbackUrl === null
      ? { status, opensAtMs: status === 'scheduled' ? control.startsAtMs : null }
      : renderPlaces([control.fallbackUrl], texts);
  if (control.password) return `<p>${escapeHtml(texts.locked)}</p>`;
  const locations = listLocations(link);
  // Content leads nowhere.
  return locations.every((location) => location === '')
    ? `<p>${escapeHtml(texts.shown)}</p>`
    : renderPlaces(locations, texts);
}

/** Wherever scans of an active code lead. */
function listLocations({ location, control: { rules, variants } }: RuledLink): string[] {
  const others = variants.length === 0 ? [location] : variants.map(({ target }) => target);
  return [...rules.map(({ target }) => target), ...others];
}

function renderPlaces(locations: readonly string[], texts: AboutTexts): string {
  const places = [...new Set(locations.map((location) => toPlace(location, texts)))];
  const items = places.map((place) => `<dd><b>${escapeHtml(place)}</b></dd>`).join('\n');
  const varies = places.length > 1 ? `\n<p>${escapeHtml(texts.varies)}</p>` : '';
  return `<dl>\n<dt>${escapeHtml(texts.leadsTo)}</dt>\n${items}\n</dl>${varies}`;
}

/** A host as browsers show a suspicious one: in ASCII, so that no letter looks like another. */
function toPlace(location: string, texts: AboutTexts): string {
  const { places } = texts;
  const [scheme = ''] = location.split(':', 1);
  if (location === '') return texts.shown;
  return hostOf(location) ?? places[scheme.toLowerCase() as keyof AboutTexts['places']] ?? scheme;
}

function renderDates(
  request: Request,
  language: Language,
  { accountName, createdAtMs, ledSinceMs }: LinkDates,
  namesOwner: boolean,
): string {
  const texts = ABOUT_TEXTS[language];
  const row = (name: string, text: string) => `<dt>${escapeHtml(name)}</dt>\n<dd>${escapeHtml(text)}</dd>\n`;
  const day = (timeMs: number) => formatTime(request, language, timeMs, { dateStyle: 'long' });
  const owner = namesOwner ? row(texts.owner, accountName) : '';
  const since = ledSinceMs === createdAtMs ? '' : row(texts.since, day(ledSinceMs));
  return `<dl>\n${owner}${since}${row(texts.created, day(createdAtMs))}</dl>\n`;
}

/** Null while the database does not respond: the rest of the page needs no store. */
async function readDates(db: D1Database, codeId: CodeId): Promise<LinkDates | null> {
  try {
    return await within(DATABASE_TIMEOUT_MS, findLinkDates(db, codeId));
  } catch (error) {
    console.error(formatLogLine('link_dates_not_read', { code_id: codeId, error: describeError(error) }));
    return null;
  }
}
