import type { CodeId } from '#core/codes/code-id.ts';
import { formatEventTime } from '#core/content/event-time.ts';
import { type EventState, toCalendarFile, toContactFile } from '#core/content/files.ts';
import { parseEmail } from '#core/content/email.ts';
import { formatAmount } from '#core/content/payments/amount.ts';
import { parsePhone } from '#core/content/phone.ts';
import {
  type ReadableContact,
  type ReadableContent,
  type ReadableEvent,
  type ReadableNetwork,
  type ReadablePayment,
  readFields,
  recognizeContent,
} from '#core/content/readable.ts';
import { escapeHtml } from '#core/escape-html.ts';
import type { ShownContent } from '#storage/links/short-links.ts';
import { HSTS } from '../hsts.ts';
import { languageOf, type PageContent, renderFrame } from '../page-frame.ts';
import type { PageBrand } from '../page-brand.ts';
import { CONTENT_HEADING, type Language } from '../page-texts.ts';
import { CONTENT_TEXTS } from './content-texts.ts';

/**
 * The page of a code whose content is no address: a network, a contact or an event in words, and other content as plain text. With `?save`,
 * a contact or an event as a file for the phone.
 *
 * @param proof what the page's own link to that file carries, if anything must
 */
export function showContent(
  request: Request,
  codeId: CodeId,
  { content: text, fields, ...state }: ShownContent,
  { brand, proof = '' }: { readonly brand: PageBrand | null; readonly proof?: string },
): Response {
  const content = (fields && readFields(fields)) ?? recognizeContent(text);
  const file = asksForFile(request)
    ? toFile(content, text, { ...state, uid: `${codeId}@${new URL(request.url).hostname}` })
    : null;
  if (file) return file;
  const language = languageOf(request);
  const link = proof === '' ? '?save' : `?save=${proof}`;
  const description = describe(content, text, language, readerZoneOf(request), link);
  return renderFrame(request, language, { status: 200, ...description, brand, isOfCode: true });
}

/** Whether a request comes from the page itself: it is part of the scan that led there. */
export function asksForFile(request: Pick<Request, 'url'>): boolean {
  return new URL(request.url).searchParams.has('save');
}

type Description = Pick<PageContent, 'sign' | 'kind' | 'heading' | 'body' | 'script'>;

function describe(
  content: ReadableContent,
  text: string,
  language: Language,
  zone: string,
  file: string,
): Description {
  switch (content.kind) {
    case 'wifi':
      return describeNetwork(content, language);
    case 'vcard':
      return describeContact(content, language, file);
    case 'event':
      return describeEvent(content, language, zone, file);
    case 'payment':
      return describePayment(content, language);
    default:
      return {
        sign: 'text',
        heading: CONTENT_HEADING[language],
        body: `<pre id="copied">${escapeHtml(text)}</pre>${toCopy(CONTENT_TEXTS[language].copyText, language)}`,
        script: COPY,
      };
  }
}

function describeNetwork(content: ReadableNetwork, language: Language): Description {
  const { network, security, password, isHidden } = content;
  const texts = CONTENT_TEXTS[language];
  const hint = isHidden ? texts.joinHidden : password === '' ? texts.joinOpen : texts.join;
  const secret =
    password === ''
      ? ''
      : toList([[texts.password, `<code id="copied">${escapeHtml(password)}</code>`]]) +
        toCopy(texts.copyPassword, language);
  // A function, because in a replacement text `$&` in a network's name would be expanded.
  const joined = hint.replace('{network}', () => network);
  return {
    sign: 'wifi',
    kind: isHidden ? texts.hidden : texts.network,
    heading: network,
    body: `${secret}<p>${escapeHtml(joined)}</p>${toList([[texts.security, escapeHtml(security === 'none' ? texts.open : security)]])}`,
    script: secret === '' ? undefined : COPY,
  };
}

function describeContact(contact: ReadableContact, language: Language, file: string): Description {
  const texts = CONTENT_TEXTS[language];
  const rows: Row[] = [
    ...contact.phones.map((phone): Row => [texts.phone, linkTo(parsePhone(phone), phone)]),
    ...contact.emails.map((email): Row => [texts.email, linkTo(parseEmail(email), email)]),
    // Nobody has checked where it leads, so our page does not link it.
    ...contact.websites.map((website): Row => [texts.website, escapeHtml(website)]),
    ...contact.addresses.map((address): Row => [texts.address, escapeHtml(address)]),
    [texts.note, escapeHtml(contact.note)],
  ];
  const work = [contact.jobTitle, contact.organisation].filter((text) => text !== '').join(', ');
  const lead = work === '' ? '' : `<p class="lead">${escapeHtml(work)}</p>`;
  return {
    sign: 'contact',
    heading: contact.name,
    body: lead + toAction(file, texts.saveContact) + toList(rows),
  };
}

function describeEvent(event: ReadableEvent, language: Language, zone: string, file: string): Description {
  const texts = CONTENT_TEXTS[language];
  const { start, end } = event;
  const isOneDay = start.isDay && end?.wallMs === start.wallMs;
  const format = (time: typeof start) => escapeHtml(formatEventTime(time, language, zone));
  const rows: Row[] = [
    [texts.starts, format(start)],
    [texts.ends, end === null || isOneDay ? '' : format(end)],
    [texts.place, escapeHtml(event.place)],
  ];
  const about = toList([[texts.about, escapeHtml(event.description)]]);
  const clock = start.isDay || start.zone !== null ? '' : `<p>${escapeHtml(texts.localTime)}</p>`;
  return {
    sign: 'event',
    heading: event.title,
    body: toList(rows) + clock + toAction(file, texts.addToCalendar) + about,
  };
}

function describePayment(payment: ReadablePayment, language: Language): Description {
  const texts = CONTENT_TEXTS[language];
  const { amount, currency } = payment;
  const rows: Row[] = [
    [texts.account, `<code id="copied">${escapeHtml(payment.iban)}</code>`],
    [texts.amount, amount && escapeHtml(formatAmount(amount, currency, language))],
    [texts.reference, escapeHtml(payment.reference)],
    [texts.note, escapeHtml(payment.text)],
  ];
  return {
    sign: 'payment',
    kind: texts.payment,
    heading: payment.payee,
    body: `${toList(rows)}${toCopy(texts.copyAccount, language)}<p>${escapeHtml(texts.pay)}</p>`,
    script: COPY,
  };
}

/** A label and its HTML; omitted if the HTML is empty. */
type Row = readonly [label: string, html: string];

function toList(rows: readonly Row[]): string {
  const shown = rows.filter(([, html]) => html !== '');
  return shown.length === 0
    ? ''
    : `<dl>${shown.map(([label, html]) => `<dt>${escapeHtml(label)}</dt><dd>${html}</dd>`).join('')}</dl>`;
}

/** Relative, because local short links stand below `/s/`. */
function toAction(file: string, label: string): string {
  return `<p><a class="action" href="${file}" rel="nofollow">${escapeHtml(label)}</a></p>`;
}

/** Appears where the script runs that copies the text with the id `copied`. */
function toCopy(label: string, language: Language): string {
  const { copied } = CONTENT_TEXTS[language];
  return `<button type="button" data-done="${escapeHtml(copied)}" aria-live="polite" hidden>${escapeHtml(label)}</button>`;
}

const COPY =
  "const b=document.querySelector('button');if(navigator.clipboard){b.hidden=false;b.onclick=()=>navigator.clipboard.writeText(document.getElementById('copied').textContent).then(()=>{b.textContent=b.dataset.done})}";

/** Numbers and addresses become links; anything else is text. */
function linkTo(parsed: ReturnType<typeof parsePhone>, text: string): string {
  const href = parsed.ok ? parsed.value.redirectTo : null;
  return href === null ? escapeHtml(text) : `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`;
}

function toFile(content: ReadableContent, text: string, state: EventState): Response | null {
  switch (content.kind) {
    case 'vcard':
      return sendFile('contact.vcf', 'text/vcard', toContactFile(text));
    case 'event':
      return sendFile('event.ics', 'text/calendar', toCalendarFile(text, state));
    default:
      return null;
  }
}

function sendFile(name: string, type: string, text: string): Response {
  return new Response(text, {
    headers: {
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Disposition': `attachment; filename="${name}"`,
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'Cache-Control': 'private, no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex',
      ...HSTS,
    },
  });
}

/** The visitor's time zone, as far as the edge knows it. */
function readerZoneOf(request: Request): string {
  const zone = request.cf?.timezone;
  return typeof zone === 'string' ? zone : 'UTC';
}
