import { parseEmailAddress } from '#core/accounts/email-address.ts';
import { findMetadataProblems } from '#core/codes/metadata.ts';
import { parseTag } from '#core/codes/tags.ts';
import { readElements } from '#core/gs1/identity.ts';
import { readPrintedName } from '#core/gs1/printed-name.ts';
import { CONTENT_TYPES, parseContent } from '#core/content/content.ts';
import { toCalendarFile, toContactFile } from '#core/content/files.ts';
import { contentOf, describeContent } from '#core/content/fields/content-fields.ts';
import { composeContent } from '#core/content/fields/read-values.ts';
import { isLookAlikeHost } from '#core/content/hosts/look-alike-host.ts';
import { readContent, recognizeContent } from '#core/content/readable.ts';
import { summarizeTarget } from '#core/content/summarize.ts';
import { listAcceptedLanguages } from '#core/control/accepted-languages.ts';
import { checkTemplate, FileNamer } from '#core/exports/file-name.ts';
import { parseAcceptHeader } from '#core/http/accept-header.ts';
import { toNetworks } from '#core/http/ip-network.ts';
import { readFields } from '#core/imports/read-fields.ts';
import { ImportFileReader } from '#core/imports/read-file.ts';
import { readHost } from '#core/domains/host.ts';
import type { LinkHost } from '#core/links/link-address.ts';
import { checkChosenPath } from '#core/links/own-path.ts';
import { readLinkPath, readNamedPath, readQuestion } from '#core/links/read-path.ts';
import { checkShortCode } from '#core/links/short-code.ts';
import { findSearchProblem, readSearch } from '#core/lists/search.ts';
import { readTextBlocks } from '#core/operator-text.ts';
import { parseViewName } from '#core/saved-view.ts';
import { parseLanguage, parseReferrerHost } from '#core/scans/request-facts.ts';
import { readUserAgent } from '#core/scans/user-agent.ts';
import { parseDrawnText } from '#core/typeface/drawn-text.ts';
import { readSvg } from '#symbol/logos/read-svg.ts';
import type { Pump, Reader } from './find-slow-text.ts';
import { CHARACTERS } from './pump-pattern.ts';

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const svgWith = (content: string, attributes = 'viewBox="0 0 100 100"') =>
  readSvg(new TextEncoder().encode(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`));

const SVG_ATTRIBUTES = ['style', 'd', 'transform', 'fill', 'class', 'opacity', 'stroke', 'id'];

const readFile = (format: 'csv' | 'ndjson', text: string) => {
  const reader = new ImportFileReader({ format, maxBytes: 10_000_000 });
  return [reader.read(new TextEncoder().encode(text)), reader.read(null)];
};

const FIELDS_OF_IMPORTS = [
  'target',
  'title',
  'tags',
  'metadata',
  'created_at',
  'scans',
  'short_url',
  'paused',
  'max_scans',
] as const;

/** Every field of a type with the same text. */
function composeFields(type: (typeof CONTENT_TYPES)[number], text: string): unknown {
  const description = describeContent(type);
  const input = Object.fromEntries(Object.keys(description?.fields ?? {}).map((name) => [name, text]));
  return description && composeContent(description, input);
}

const OF_CONTENTS = CONTENT_TYPES.flatMap((type): [string, Reader][] => [
  [`target of ${type}`, (text) => parseContent(type, text, { shortLinkHosts: ['go.example.com'] })],
  [`fields of ${type}`, (text) => composeFields(type, text)],
  [`target by the fields of ${type}`, (text) => contentOf(type, text)],
  [`page of ${type}`, (text) => readContent(type, text)],
  [`summary of ${type}`, (text) => summarizeTarget(type, text)],
]);

const DOMAIN = 'go.brand.example' as LinkHost;

/** What reads texts that users send, before or after it knows how long they are. */
export const TEXT_READERS: readonly (readonly [name: string, read: Reader])[] = [
  ...OF_CONTENTS,
  ['content', recognizeContent],
  ['contact', toContactFile],
  ['calendar', (text) => toCalendarFile(text, { uid: 'uid', revision: 1, updatedAtMs: 0 })],
  ['host', isLookAlikeHost],
  ['e-mail address', parseEmailAddress],
  ['metadata', (text) => findMetadataProblems({ [text]: text })],
  ['tag', parseTag],
  ['short code', checkShortCode],
  ['host of a domain', readHost],
  ['path on a domain', (text) => checkChosenPath(text, DOMAIN)],
  [
    'short link on a domain',
    (text) => [readLinkPath(text, DOMAIN), readQuestion(text, DOMAIN), readNamedPath(text)],
  ],
  ['elements of a GS1 code', (text) => readElements({ '01': text, '10': text, [text]: text })],
  ['name of a GS1 code', readPrintedName],
  ['search', (text) => [findSearchProblem(text), readSearch(text, 'https://go.example.com')]],
  ['view', parseViewName],
  ['template of names', checkTemplate],
  ['name of a file', (text) => new FileNamer('{title}.{format}', []).name(namedAfter(text))],
  ['text that is drawn', (text) => parseDrawnText(text, 80, 'frames')],
  ['text of the operator', readTextBlocks],
  ['accepted languages', listAcceptedLanguages],
  ['Accept', parseAcceptHeader],
  ['address', toNetworks],
  ['language', parseLanguage],
  ['referrer', parseReferrerHost],
  ['user agent', readUserAgent],
  ...FIELDS_OF_IMPORTS.map((field): [string, Reader] => [
    `${field} of an import`,
    (text) => readFields({ [field]: text }),
  ]),
  ['CSV', (text) => readFile('csv', text)],
  ['rows of CSV', (text) => readFile('csv', `target,title\n${text}`)],
  ['cell of CSV', (text) => readFile('csv', `target,title\nhttps://example.com,"${text}"\n`)],
  ['NDJSON', (text) => readFile('ndjson', text)],
  ['SVG', (text) => svgWith(text)],
  ['root of an SVG', (text) => svgWith('', `viewBox="${escapeXml(text)}"`)],
  ['prologue of an SVG', (text) => readSvg(new TextEncoder().encode(`<?xml version="1.0"?>${text}<svg/>`))],
  [
    'style sheet of an SVG',
    (text) => svgWith(`<style>${escapeXml(text)}</style><path class="a" d="M0 0h1v1z"/>`),
  ],
  ['declaration of an SVG', (text) => svgWith(`<path style="fill:${escapeXml(text)}{" d="M0 0h1v1z"/>`)],
  ['length of an SVG', (text) => svgWith(`<rect width="${escapeXml(text)}x" height="1"/>`)],
  ['points of an SVG', (text) => svgWith(`<polygon points="${escapeXml(text)}"/>`)],
  ...SVG_ATTRIBUTES.map((name): [string, Reader] => [
    `${name} of an SVG`,
    (text) => svgWith(`<path ${name}="${escapeXml(text)}"/>`),
  ]),
];

function namedAfter(title: string) {
  return { id: 'qr_00000000', external_id: null, short_code: null, title, number: '1', format: 'png' };
}

/** What is repeated: each character, and what opens or closes something in a language that users send. */
const UNITS = [
  ...CHARACTERS,
  ...[
    '<!DOCTYPE',
    '<!ENTITY a "',
    '<!--',
    '<![CDATA[',
    '<g>',
    '<a ',
    '&amp;',
    '/* ',
    '*/',
    '.a{',
    'a:b;',
    '.a,',
  ],
  ...[
    '""',
    '",',
    'a,',
    '\\;',
    '\\\\',
    ';S:',
    '\r\n ',
    '\nA:',
    'BEGIN:VEVENT\n',
    'a.',
    '::',
    '%41',
    '%',
    'a=b&',
  ],
  ...[
    '{"a":',
    '[',
    '{a}',
    'translate(1)',
    'M0 0',
    'a1 1 0 0 1 1 1',
    '1e1',
    '-.',
    'de,',
    'q=',
    '# a\n',
    ' \n',
  ],
];

const STARTS = ['', 'x', 'https://', '"', 'BEGIN:VCARD\nFN:', 'WIFI:', 'tel:', 'fill:'];

/** @param isWhole whether to begin and end them in every way */
export function pumpAnything(isWhole: boolean): Pump[] {
  return (isWhole ? STARTS : STARTS.slice(0, 1)).flatMap((start) =>
    (isWhole ? ['', 'x', '\u0000', '"', ';;', '}'] : ['x']).flatMap((end) =>
      UNITS.map((unit) => ({ start, unit, end })),
    ),
  );
}
