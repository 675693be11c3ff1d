import type { z } from 'zod';
import { sentEvent } from '#contract/events/webhooks.ts';
import { EVENT_TYPES, type EventType } from '#core/events/event.ts';
import { EVENT } from '../events/examples.ts';

/** When each event happens, for the document. */
const WHEN: Readonly<Record<EventType, string>> = {
  'qr.created': 'A code was created, in any way.',
  'qr.updated': 'A code was changed: `data.changed` names the fields.',
  'qr.deleted': 'A code was deleted.',
  'qr.started': 'The `starts_at` of a code has come.',
  'qr.ended': 'The `ends_at` of a code has come.',
  'qr.exhausted': 'A scan was the last one of `max_scans`.',
  'qr.target_broken': 'An address that a code leads to does not work: `data.fault` says why.',
  'qr.target_works': 'The address that a code leads to works again.',
  'qr.milestone': 'A code has 10, 100, 1,000 … scans: `data.scans`.',
  'file.replaced': 'A code opens another file.',
  'import.finished': 'An import is done, failed or was cancelled.',
  'domain.active': 'A domain works.',
  'domain.broken': 'A domain does not lead here any more.',
  'domain.expiring': 'The registration of a domain ends soon.',
  'scans.recorded': 'There were scans: `data.scans`, up to 50 of them.',
  'scans.counted': 'Codes were scanned in an hour that ended an hour ago: `data.counts`, of up to 50 codes.',
};

const HEADERS = {
  'webhook-id': 'The id of the event: the same each time that it comes.',
  'webhook-timestamp': 'When this attempt was sent, in Unix seconds.',
  'webhook-signature':
    '`v1,` and the signature; two of them, with a space between, for a day after a rotation.',
};

/** `webhooks` of the document: what the service sends. */
export function describeWebhooks(toSchema: (schema: z.ZodType) => object): Record<string, object> {
  const { id: _, ...example } = EVENT;
  const schema = toSchema(sentEvent);
  const parameters = Object.entries(HEADERS).map(([name, description]) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  }));
  return Object.fromEntries(
    EVENT_TYPES.map((type) => {
      const isShown = type === example.type;
      const content = { 'application/json': { schema, ...(isShown && { example }) } };
      const post = {
        operationId: toOperationId(type),
        summary: type,
        description: WHEN[type],
        tags: ['Webhooks'],
        security: [],
        parameters,
        requestBody: { required: true, content },
        responses: { '2XX': { description: 'It has arrived. Anything else, and it comes again.' } },
      };
      return [type, { post }];
    }),
  );
}

/** `qr.target_broken` is `onQrTargetBroken`. */
function toOperationId(type: EventType): string {
  const words = type.split(/[._]/).map((word) => word.slice(0, 1).toUpperCase() + word.slice(1));
  return `on${words.join('')}`;
}
