import type { ContentType } from './content.ts';

/** The part of a target by which people recognise it, in one line, for lists. Leaves out a network's password. */
export function summarizeTarget(type: ContentType, target: string): string {
  const summary = findSummary(type, target) ?? target;
  return summary.replaceAll(/\s+/g, ' ').trim();
}

function findSummary(type: ContentType, target: string): string | null {
  switch (type) {
    case 'url':
    case 'text':
      return target;
    case 'email':
    case 'phone':
    case 'geo':
      return withoutScheme(target);
    case 'sms':
      return withoutScheme(target).replace(/:.*$/s, '');
    case 'wifi':
      return unescape(/[:;]S:((?:\\.|[^;])*);/.exec(target)?.[1] ?? 'Wi-Fi network');
    case 'vcard':
      return valueOf(target, 'FN');
    case 'event':
      return valueOf(target, 'SUMMARY');
  }
}

/** `mailto:jane@example.com?subject=Hello` becomes Jane's address. */
function withoutScheme(uri: string): string {
  return uri.replace(/^(?:mailto|tel|geo|sms|smsto):/i, '').replace(/\?.*$/s, '');
}

/** Takes a property of a vCard or an iCalendar object. */
function valueOf(target: string, name: string): string | null {
  const value = new RegExp(String.raw`^(?:[\w-]+\.)?${name}(?:;[^:\r\n]*)?:(.*)$`, 'im').exec(target)?.[1];
  return value === undefined ? null : unescape(value);
}

/** In vCard and iCalendar objects `\n` is a line break. */
function unescape(text: string): string {
  return text.replaceAll(/\\(.)/g, (_, character: string) => (/n/i.test(character) ? ' ' : character));
}
