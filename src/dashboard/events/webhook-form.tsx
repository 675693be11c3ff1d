import { parseEndpoint } from '#core/events/endpoint.ts';
import { EVENT_TYPES, type EventType } from '#core/events/event.ts';
import { WEBHOOK_FORMATS, type Webhook } from '#core/events/webhook.ts';
import { inField } from '#core/problem.ts';
import { say } from '#languages/say.ts';
import type { Dependencies } from '#service/dependencies.ts';
import { endpointRulesOf } from '#service/events/endpoint-rules.ts';
import { Fields, type FieldTable, readFields, writeFields } from '../frame/forms/field-table.tsx';
import { Form } from '../frame/forms/form.ts';
import { refuseProblems } from '../frame/forms/validate-form.ts';
import { listPicked, Picker, toPicked } from '../kit/choices/picker.tsx';
import { EVENT_WORDS, FORMAT_WORDS } from './words.ts';

const FIELDS = {
  url: {
    kind: 'address',
    label: 'Web address',
    isRequired: true,
    hint: 'For example https://example.com/hooks, or the address that Slack, Teams or Discord gives you for a channel.',
  },
  description: {
    kind: 'name',
    label: 'Description',
    isOptional: true,
    hint: 'What it is for, such as Our shop.',
  },
  format: {
    kind: 'choice',
    label: 'Message format',
    isRequired: true,
    options: WEBHOOK_FORMATS.map((format) => [format, FORMAT_WORDS[format]] as const),
    wrongChoice: 'Choose one of the options.',
  },
} as const satisfies FieldTable;

/** Busy accounts have very many of them. */
const OF_SINGLE_CODES: ReadonlySet<EventType> = new Set([
  'qr.created',
  'qr.updated',
  'qr.deleted',
  'qr.started',
  'qr.ended',
  'file.replaced',
  'scans.recorded',
]);

const toChoice = (type: EventType) => ({ value: type, label: say(EVENT_WORDS[type]) });

/** The form of a new webhook: what somebody should know is ticked. */
export function newForm(): Form {
  return new Form(
    toPicked(
      'events',
      EVENT_TYPES.filter((type) => !OF_SINGLE_CODES.has(type)),
    ),
  );
}

/** The format stays: a program that reads one does not read the other. */
function namesOf(isNew: boolean): (keyof typeof FIELDS)[] {
  return isNew ? ['url', 'format', 'description'] : ['url', 'description'];
}

export function WebhookFields(props: { readonly offered: readonly EventType[]; readonly isNew: boolean }) {
  const { offered, isNew } = props;
  return (
    <>
      <Fields of={FIELDS} names={namesOf(isNew)} />
      <Picker
        name="events"
        legend={say('Events to send')}
        isWhole
        choices={offered.filter((type) => !OF_SINGLE_CODES.has(type)).map(toChoice)}
        more={{
          label: say('Each change of a single code'),
          choices: offered.filter((type) => OF_SINGLE_CODES.has(type)).map(toChoice),
        }}
      />
    </>
  );
}

export function toForm({ url, description, events }: Webhook): Form {
  return new Form([...writeFields({ url, description }), ...toPicked('events', events)]);
}

/** What was typed, in the terms of the interface. Both faults are shown at once. */
export function readWebhook(deps: Dependencies, form: Form, { isNew }: { readonly isNew: boolean }) {
  const url = parseEndpoint(form.address('url'), endpointRulesOf(deps));
  if (!url.ok) refuseProblems(form, [inField('url', url.error)]);
  const events = listPicked(form, 'events', EVENT_TYPES);
  if (events.length === 0) form.refuse('events', say('Choose at least one.'));
  return { ...readFields(form, FIELDS, namesOf(isNew)), events };
}
