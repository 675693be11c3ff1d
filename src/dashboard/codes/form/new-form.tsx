import { say, sayRich } from '#languages/say.ts';
import { type PropsWithChildren, useContext } from 'hono/jsx';
import { canBeDynamic, CONTENT_TYPES, type ContentType } from '#core/content/content.ts';
import { PAYMENT_SYMBOLS } from '#core/content/payments/payment-symbol.ts';
import { toPublicId } from '#core/codes/code-id.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { nameCode } from '#core/codes/name-code.ts';
import type { Preview } from './preview.tsx';
import { Icon, type IconName } from '../../kit/icons/icon.tsx';
import { UTM, UtmFields } from '../templates/utm-fields.tsx';
import { TagsField } from '../tags/tags-field.tsx';
import { Filled } from '../../kit/field.tsx';
import { Fields } from '../../frame/forms/field-table.tsx';
import type { FileChoice } from '../library/file-fields.tsx';
import { OWN_TEXTS } from '../own-texts.ts';
import { Notice } from '../../kit/notice.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { DesignForm } from './design/design-form.tsx';
import { DesignSection, type DesignSectionProps } from './design/design-fields.tsx';
import { MoreOptions } from './more-options.tsx';
import { listTargetFields, TargetFields } from './content/target-fields.tsx';
import { hasDomain } from './check-new-form.ts';
import { CONTENT_NAMES } from '../content-names.ts';

export interface NewCodeFormProps extends DesignSectionProps {
  readonly type: ContentType;
  readonly preview: Preview;
  readonly knownTags: readonly string[];
  readonly files: readonly FileChoice[];
  /** The hosts that a dynamic code can have; none if there is no choice. */
  readonly hosts: readonly string[];
  /** Whose drafts this browser keeps apart. */
  readonly draft: string;
  /** The code that the form begins as a copy of, and what was not copied from it. */
  readonly original?: { readonly code: QrCode; readonly notes: readonly string[] } | undefined;
}

/** The form of a new code, with the fields of the chosen type. */
export function NewCodeForm(props: NewCodeFormProps) {
  const { type, preview, original, knownTags, files, hosts, draft, ...design } = props;
  const { form, action } = design;
  return (
    <>
      <PageHead title={say('New code')} />
      {original ? <Original {...original} /> : <DraftOffer />}
      <DesignForm
        {...{ form, preview }}
        action="/codes"
        again={action}
        submit={say('Create code')}
        cancel="/codes"
        draft={original ? undefined : draft}
      >
        <input type="hidden" name="id" value={form.value('id')} />
        <section aria-labelledby="content">
          <h2 id="content">{say('Content')}</h2>
          <TypeChooser chosen={type} />
          <TargetFields type={type} files={files} />
          {type === 'gs1' && hosts.length === 0 ? (
            <Notice kind="error">
              {sayRich(
                'This service has no host for GS1 codes. <domains>Add a domain of your own</domains> first: your codes are printed with it.',
                { domains: (text) => <a href="/settings/domains">{text}</a> },
              )}
            </Notice>
          ) : null}
        </section>
        <DesignSection {...design} isFixed={PAYMENT_SYMBOLS[type] !== undefined} />
        <Details knownTags={knownTags} hosts={hasDomain(type) ? hosts : []}>
          {type === 'url' ? <UtmFields /> : null}
        </Details>
        {/* Last: a browser that goes back knows a form by its first fields. */}
        <CarriedFields type={type} />
      </DesignForm>
    </>
  );
}

function Original({ code, notes }: NonNullable<NewCodeFormProps['original']>) {
  const name = (
    <a href={`/codes/${toPublicId(code.codeId)}`}>
      <bdi>{nameCode(code)}</bdi>
    </a>
  );
  return (
    <Notice>
      <p>{sayRich('A copy of {name}, with its own id and symbol.', { name })}</p>
      {notes.map((note) => (
        <p>{note}</p>
      ))}
    </Notice>
  );
}

/** What the account files codes by, and what few people change. */
function Details({
  knownTags,
  hosts,
  children,
}: PropsWithChildren<Pick<NewCodeFormProps, 'knownTags' | 'hosts'>>) {
  return (
    <section aria-labelledby="details">
      <h2 id="details">{say('Details')}</h2>
      <div class="grid">
        <Fields of={OWN_TEXTS} names={['title']} areOptional />
        <div>
          <TagsField known={knownTags} label={say('{label} (optional)', { label: say('Tags') })} />
        </div>
      </div>
      <MoreOptions hosts={hosts} />
      {children}
    </section>
  );
}

const ICONS: Readonly<Record<ContentType, IconName>> = {
  url: 'link',
  text: 'text',
  email: 'mail',
  phone: 'phone',
  sms: 'message-square',
  wifi: 'wifi',
  geo: 'map-pin',
  vcard: 'contact',
  event: 'calendar',
  file: 'file-text',
  epc: 'banknote',
  swiss_bill: 'receipt',
  gs1: 'barcode',
};

function TypeChooser({ chosen }: { readonly chosen: ContentType }) {
  return (
    <fieldset class="tiles wide" role="radiogroup">
      <legend class="visually-hidden">{say('What the code holds')}</legend>
      <div>
        {CONTENT_TYPES.map((type) => (
          <label class="tile">
            <input type="radio" name="type" value={type} checked={type === chosen} />
            <Icon name={ICONS[type]} />
            {say(CONTENT_NAMES[type])}
          </label>
        ))}
      </div>
      {/* The script presses it. */}
      <button type="submit" class="secondary outline" formaction="/codes/new" data-show-type>
        {say('Show the fields')}
      </button>
    </fieldset>
  );
}

/** Text that was typed for other types, so that it is still there after switching back. */
function CarriedFields({ type }: { readonly type: ContentType }) {
  const form = useContext(Filled);
  const shown = new Set(listFields(type));
  const carried = new Set(CONTENT_TYPES.flatMap(listFields).filter((name) => !shown.has(name)));
  return (
    <>
      {[...carried].map((name) =>
        form.value(name) === '' ? null : <input type="hidden" name={name} value={form.value(name)} />,
      )}
    </>
  );
}

function listFields(type: ContentType): readonly string[] {
  if (type === 'file') return ['file', 'domain'];
  const fields = [...listTargetFields(type), ...(canBeDynamic(type) ? ['content_dynamic'] : [])];
  if (type === 'gs1') return [...fields, 'domain'];
  return type === 'url' ? [...fields, 'dynamic', 'domain', ...Object.keys(UTM)] : fields;
}

/** Offers what somebody typed and did not send. A template, because only the script keeps drafts: browser/forms/draft.ts. */
function DraftOffer() {
  return (
    <template id="draft-offer">
      <Notice role="status">
        <p>{say('You have an unfinished code.')}</p>
        <div class="button-row">
          <button type="button" class="outline" data-draft-action="continue">
            {say('Continue your draft')}
          </button>
          <button type="button" class="link" data-draft-action="discard">
            {say('Discard')}
          </button>
        </div>
      </Notice>
    </template>
  );
}
