import type { EventType } from '#core/events/event.ts';

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

/** The message about an event, for a hook of Slack or Teams (`text`) or Discord (`content`). */
export function toMessage(
  url: string,
  body: string,
): { readonly text: string } | { readonly content: string } {
  const text = sayEvent(JSON.parse(body) as Told);
  return /(?:^|\.)discord(?:app)?\.com$/.test(new URL(url).hostname) ? { content: text } : { text };
}

function sayEvent({ type, data }: Told): string {
  const { object = {}, changed = [], scans, fault } = data;
  const code = `Code ${shown(object.title ?? object.id ?? '')}`;
  const { counts } = object;
  const number = (count: number) => count.toLocaleString('en');
  switch (type) {
    case 'qr.created':
      return `${code} was created: ${object.short_url ?? ''}`;
    case 'qr.updated':
      return `${code} was changed: ${changed.join(', ')}. It has ${number(object.scans ?? 0)} scans.`;
    case 'qr.deleted':
      return `${code} was deleted.`;
    case 'qr.started':
      return `${code} has started: ${object.short_url ?? ''}`;
    case 'qr.ended':
      return `${code} has ended, after ${number(object.scans ?? 0)} scans.`;
    case 'qr.exhausted':
      return `${code} has reached its limit of scans.`;
    case 'qr.target_broken':
      return `${code} leads to an address that does not work: ${shown(fault?.url ?? '')}`;
    case 'qr.target_works':
      return `The target of code ${shown(object.title ?? object.id ?? '')} works again.`;
    case 'qr.milestone':
      return `${code} was scanned ${number(Number(scans))} times.`;
    case 'file.replaced':
      return `${code} opens another file.`;
    case 'import.finished':
      return `Import ${object.id ?? ''} is ${object.status ?? 'over'}: ${number(counts?.created ?? 0)} created, ${number(counts?.updated ?? 0)} updated, ${number(counts?.failed ?? 0)} failed of ${number(counts?.rows ?? 0)} rows.`;
    case 'domain.active':
      return `Domain ${object.host ?? ''} works.`;
    case 'domain.broken':
      return `Domain ${object.host ?? ''} does not lead here any more.`;
    case 'domain.expiring':
      return `The registration of domain ${object.host ?? ''} ends soon.`;
    case 'scans.recorded':
      return `${number((scans as readonly unknown[]).length)} scans were recorded.`;
    case 'scans.counted': {
      const sum = (data.counts ?? []).reduce((all, count) => all + count.scans, 0);
      return `Scans in the hour from ${data.from ?? ''}: ${number(sum)}. Codes: ${number(data.counts?.length ?? 0)}.`;
    }
    case 'webhook.test':
      return 'This is a test.';
  }
}

/** Without what Slack and Discord read as commands. */
function shown(text: string): string {
  return `“${text.slice(0, LONGEST_NAME).replaceAll(/[<>@*_`~|\\[\]]/g, '')}”`;
}
