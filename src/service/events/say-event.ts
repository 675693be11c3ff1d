import type { EventType } from '#core/events/event.ts';
import { say } from '#languages/say.ts';

/** A body of an event as far as its message needs it. */
interface Told {
  readonly type: EventType | 'webhook.test';
  readonly data: {
    readonly object?: {
      readonly id?: string;
      readonly title?: string | null;
      readonly host?: string;
      readonly status?: string;
      readonly scans?: number;
      readonly short_url?: string;
      readonly counts?: {
        readonly rows: number;
        readonly created: number;
        readonly updated: number;
        readonly failed: number;
      };
    };
    readonly changed?: readonly string[];
    readonly scans?: number | readonly unknown[];
    readonly from?: string;
    readonly counts?: readonly { readonly scans: number }[];
    readonly fault?: { readonly url: string };
  };
}

const LONGEST_NAME = 80;

/** The message about an event in the current language, for a hook of Slack or Teams (`text`) or Discord (`content`). */
export function toMessage(
  url: string,
  body: string,
): { readonly text: string } | { readonly content: string } {
  const text = sayEvent(JSON.parse(body) as Told);
  return /(?:^|\.)discord(?:app)?\.com$/.test(new URL(url).hostname) ? { content: text } : { text };
}

function sayEvent({ type, data }: Told): string {
  const { object = {}, changed = [], scans, fault } = data;
  const code = shown(object.title ?? object.id ?? '');
  const link = object.short_url ?? '';
  const host = object.host ?? '';
  switch (type) {
    case 'qr.created':
      return say('Code {code} was created: {link}', { code, link });
    case 'qr.updated':
      return say('Code {code} was changed: {fields}. It has {count, plural, one {# scan} other {# scans}}.', {
        code,
        fields: changed.join(', '),
        count: object.scans ?? 0,
      });
    case 'qr.deleted':
      return say('Code {code} was deleted.', { code });
    case 'qr.started':
      return say('Code {code} has started: {link}', { code, link });
    case 'qr.ended':
      return say('Code {code} has ended, after {count, plural, one {# scan} other {# scans}}.', {
        code,
        count: object.scans ?? 0,
      });
    case 'qr.exhausted':
      return say('Code {code} has reached its limit of scans.', { code });
    case 'qr.target_broken':
      return say('Code {code} leads to an address that does not work: {address}', {
        code,
        address: shown(fault?.url ?? ''),
      });
    case 'qr.target_works':
      return say('The target of code {code} works again.', { code });
    case 'qr.milestone':
      return say('Code {code} was scanned {count, plural, one {# time} other {# times}}.', {
        code,
        count: Number(scans),
      });
    case 'file.replaced':
      return say('Code {code} opens another file.', { code });
    case 'import.finished': {
      const { created = 0, updated = 0, failed = 0, rows = 0 } = object.counts ?? {};
      return say(
        'Import {id} is over: {created, number} created, {updated, number} updated, {failed, number} failed of {rows, plural, one {# row} other {# rows}}.',
        { id: object.id ?? '', created, updated, failed, rows },
      );
    }
    case 'domain.active':
      return say('Domain {host} works.', { host });
    case 'domain.broken':
      return say('Domain {host} no longer leads here.', { host });
    case 'domain.expiring':
      return say('The registration of domain {host} ends soon.', { host });
    case 'scans.recorded':
      return say('{count, plural, one {# scan was recorded.} other {# scans were recorded.}}', {
        count: (scans as readonly unknown[]).length,
      });
    case 'scans.counted': {
      const counts = data.counts ?? [];
      const sum = counts.reduce((all, count) => all + count.scans, 0);
      const from = data.from ?? '';
      return say('Scans in the hour from {from}: {sum, number}. Codes: {codes, number}.', {
        from,
        sum,
        codes: counts.length,
      });
    }
    case 'webhook.test':
      return say('This is a test.');
  }
}

/** Without what Slack and Discord read as commands. */
function shown(text: string): string {
  return `“${text.slice(0, LONGEST_NAME).replaceAll(/[<>@*_`~|\\[\]]/g, '')}”`;
}
