import { toPrintedUrl } from '#core/links/printed-url.ts';
import type { Child } from 'hono/jsx';
import type { CountedQrCode } from '#core/codes/counted-qr-code.ts';
import { type LinkAddress, toShortUrl } from '#core/links/link-address.ts';
import { LONGEST_OWN_PATH } from '#core/links/own-path.ts';
import { say, sayRich } from '#languages/say.ts';
import { EditorsOnly } from '../../frame/editors-only.tsx';
import { Fields, type FieldTable } from '../../frame/forms/field-table.tsx';
import type { Form } from '../../frame/forms/form.ts';
import { Day } from '../../frame/utc-time.tsx';
import { Button, PostButton } from '../../kit/buttons.tsx';
import { CopyButton } from '../../kit/copy-button.tsx';
import { FilledForm, Notes } from '../../kit/field.tsx';
import { DomainField } from '../form/domain-field.tsx';
import { InPlace } from '../page/in-place.tsx';
import { SideFold } from '../page/side-fold.tsx';

/** The field of a name besides its domain. */
export const NAME = {
  path: {
    kind: 'exact',
    label: 'Last part of the short link',
    isRequired: true,
    hint: 'For example menu-2027, or Spring/Sale on a domain of your own. It leads where the printed link leads, and statistics can tell them apart.',
    attributes: { maxlength: LONGEST_OWN_PATH },
  },
} as const satisfies FieldTable;

export interface NamesProps {
  /** Of the code’s own page. */
  readonly path: string;
  readonly counted: CountedQrCode;
  readonly shortUrlBase: string;
  /** Where its printed name begins. */
  readonly printedBase: string;
  /** The hosts that a name can have; none if there is no choice. */
  readonly hosts: readonly string[];
  readonly form: Form;
}

/** Every short link that leads to a code, and the form that adds one. */
export function Names({ path, counted: { code, names = [] }, hosts, form, ...bases }: NamesProps) {
  const toUrl = (name: LinkAddress) => toShortUrl(bases.shortUrlBase, name);
  const printed = toPrintedUrl(bases.printedBase, code);
  return (
    <SideFold id="names" heading={say('Short links')} isOpen={form.hasErrors}>
      <dl class="pair">
        <Name id="printed-name" label={say('Printed')} shortUrl={printed} />
        {names.map((name, i) => (
          <Name
            id={`name-${i}`}
            label={sayRich('Added {day}', { day: <Day timeMs={name.createdAtMs} /> })}
            shortUrl={toUrl(name)}
          >
            <EditorsOnly>
              <Removal action={`${path}/names/remove`} name={name} shortUrl={toUrl(name)} />
            </EditorsOnly>
          </Name>
        ))}
      </dl>
      {new URL(printed).hostname.endsWith('.workers.dev') ? (
        <p class="hint">
          {say(
            'A name that ends in workers.dev belongs to the account at Cloudflare in which this service runs, and cannot move to another one. Before you print many codes, use a domain of your own.',
          )}
        </p>
      ) : null}
      <EditorsOnly>
        <InPlace
          id="add-name"
          label={say('Add a short link')}
          words={say('name, alias, second link, old print, this code')}
          isQuiet
          isOpen={form.hasErrors}
        >
          <FilledForm form={form} action={`${path}/names#names`} data-unsaved>
            {/* The last domain may have stopped working meanwhile. */}
            {hosts.length === 0 ? <Notes name="domain" hint={undefined} /> : <DomainField hosts={hosts} />}
            <Fields of={NAME} />
            <Button>{say('Add')}</Button>
          </FilledForm>
        </InPlace>
      </EditorsOnly>
    </SideFold>
  );
}

interface NameProps {
  readonly id: string;
  readonly label: Child;
  readonly shortUrl: string;
  readonly children?: Child;
}

function Name({ id, label, shortUrl, children }: NameProps) {
  const hidden = (text: Child) => <span class="visually-hidden">{text}</span>;
  return (
    <div>
      <dt>{label}</dt>
      <dd class="cluster">
        <a class="target" href={shortUrl} target="_blank" rel="noreferrer noopener">
          <span id={id}>{shortUrl}</span>
          <span class="visually-hidden"> {say('(opens in a new tab)')}</span>
        </a>
        <CopyButton of={id} what={sayRich('Copy<hidden> {link}</hidden>', { hidden, link: shortUrl })} />
        {children}
      </dd>
    </div>
  );
}

interface RemovalProps {
  readonly action: string;
  readonly name: LinkAddress;
  readonly shortUrl: string;
}

/** What the removal of a name means, and its button. */
function Removal({ action, name: { host, path }, shortUrl }: RemovalProps) {
  return (
    <details class="removal">
      <summary aria-label={say('Remove {name}', { name: shortUrl })}>{say('Remove')}</summary>
      <p>
        {say(
          'Within 30 seconds it leads nowhere, even where it is printed. No other account can get it; you can add it again, to any code. The code itself and its other short links stay.',
        )}
      </p>
      <PostButton kind="danger" action={action} fields={{ host: host ?? '', path }}>
        {say('Remove short link')}
      </PostButton>
    </details>
  );
}
