import { perLanguage, say, sayRich } from '#languages/say.ts';
import type { Child } from 'hono/jsx';
import type { QrCode } from '#core/codes/qr-code.ts';
import { formatEventTime } from '#core/content/event-time.ts';
import {
  type ReadableContact,
  type ReadableEvent,
  type ReadableNetwork,
  readContent,
} from '#core/content/readable.ts';
import { formatAmount } from '#core/content/payments/amount.ts';
import { readNameOfUrl } from '#core/files/stored-file.ts';
import { Icon, type IconName } from '../kit/icons/icon.tsx';
import { CopyButton } from '../kit/copy-button.tsx';
import { Target } from './page/target.tsx';

/** For times and amounts. */
const currentLocale = perLanguage((locale) => locale);

export type HeldCode = Pick<QrCode, 'type' | 'target' | 'content' | 'redirectTo'>;

/** The target or the content of a code in words: not the text that phones read. */
export function Holds({ code }: { readonly code: HeldCode }) {
  const content = readContent(code.type, code.target, code.content);
  switch (content.kind) {
    case 'url':
    case 'text':
      return (
        <p>
          <Target target={content.text} />
        </p>
      );
    case 'file':
      return (
        <p>
          <Icon name="file-text" />{' '}
          {code.redirectTo === null ? (
            content.text
          ) : (
            <a href={code.redirectTo} target="_blank" rel="noreferrer noopener">
              <bdi>{readNameOfUrl(code.redirectTo)}</bdi>
              <span class="visually-hidden"> {say('(opens in a new tab)')}</span>
            </a>
          )}
        </p>
      );
    case 'email':
      return (
        <Card
          icon="mail"
          title={content.to}
          rows={[
            [say('Subject'), content.subject],
            [say('Text'), content.body],
          ]}
        />
      );
    case 'phone':
      return <Card icon="phone" title={content.number} rows={[]} />;
    case 'sms':
      return <Card icon="message-square" title={content.number} rows={[[say('Text'), content.text]]} />;
    case 'geo':
      return <Card icon="map-pin" title={`${content.latitude}, ${content.longitude}`} rows={[]} />;
    case 'wifi':
      return <Network network={content} />;
    case 'vcard':
      return <Contact contact={content} />;
    case 'event':
      return <Event event={content} />;
    case 'payment':
      return (
        <Card
          icon="banknote"
          title={content.payee}
          rows={[
            [say('Account'), content.iban],
            [
              say('Amount'),
              content.amount && formatAmount(content.amount, content.currency, currentLocale()),
            ],
            [say('Reference'), content.reference],
            [say('Text'), content.text],
          ]}
        />
      );
  }
}

type Row = readonly [label: string, text: Child];

/** Rows without a text are left out. */
function Card({
  icon,
  title,
  rows,
}: {
  readonly icon: IconName;
  readonly title: string;
  readonly rows: readonly Row[];
}) {
  const shown = rows.filter(([, text]) => text !== '');
  return (
    <div class="holds pair card">
      <Icon name={icon} size={24} />
      <strong dir="auto">{title}</strong>
      {shown.length === 0 ? null : (
        <dl class="pair">
          {shown.map(([label, text]) => (
            <>
              <dt>{label}</dt>
              <dd dir="auto">{text}</dd>
            </>
          ))}
        </dl>
      )}
    </div>
  );
}

function Network({
  network: { network, security, password, isHidden },
}: {
  readonly network: ReadableNetwork;
}) {
  const shown = (
    <span class="cluster copied">
      <code id="wifi-password">{password}</code>{' '}
      <CopyButton
        of="wifi-password"
        what={sayRich('Copy<hidden> the password</hidden>', {
          hidden: (text) => <span class="visually-hidden">{text}</span>,
        })}
      />
    </span>
  );
  return (
    <Card
      icon="wifi"
      title={network}
      rows={[
        [say('Password'), password === '' ? '' : shown],
        [say('Protection'), security === 'none' ? say('Open, without a password') : security],
        [say('Visible'), isHidden ? say('No: phones join it by its name') : ''],
      ]}
    />
  );
}

function Contact({ contact }: { readonly contact: ReadableContact }) {
  return (
    <Card
      icon="contact"
      title={contact.name}
      rows={[
        [say('Organisation'), contact.organisation],
        [say('Job title'), contact.jobTitle],
        ...contact.phones.map((phone): Row => [say('Phone'), phone]),
        ...contact.emails.map((email): Row => [say('E-mail'), email]),
        ...contact.websites.map((website): Row => [say('Website'), website]),
        ...contact.addresses.map((address): Row => [say('Postal address'), address]),
        [say('Note'), contact.note],
      ]}
    />
  );
}

function Event({ event: { title, start, end, place, description } }: { readonly event: ReadableEvent }) {
  const locale = currentLocale();
  const isOneDay = start.isDay && end?.wallMs === start.wallMs;
  return (
    <Card
      icon="calendar"
      title={title}
      rows={[
        [say('Starts'), formatEventTime(start, locale)],
        [say('Ends'), end === null || isOneDay ? '' : formatEventTime(end, locale)],
        [say('Time zone'), start.isDay || start.zone !== null ? '' : say('The local time of the place')],
        [say('Place'), place],
        [say('Description'), description],
      ]}
    />
  );
}
