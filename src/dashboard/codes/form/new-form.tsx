import { useContext } from 'hono/jsx';
import { TARGET_FAMILIES } from '#core/content/forms/forms.ts';
import { CONTENT_TYPES, type ContentType } from '#core/content/content.ts';
import { toPublicId } from '#core/codes/code-id.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { nameCode } from '../name-code.ts';
import type { Preview } from './preview.tsx';
import { TagsField } from '../tags/tags-field.tsx';
import { Field, Filled } from '../../kit/field.tsx';
import { Notice } from '../../kit/notice.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { DesignForm } from './design/design-form.tsx';
import { DesignSection, type DesignSectionProps } from './design/design-fields.tsx';
import { MoreOptions } from './more-options.tsx';
import { TARGET_FIELDS } from './target-fields.tsx';
import { CONTENT_NAMES } from '../content-names.ts';

export interface NewCodeFormProps extends DesignSectionProps {
  readonly type: ContentType;
  readonly preview: Preview;
  readonly knownTags: readonly string[];
  /** The code that the form begins as a copy of, and what was not copied from it. */
  readonly original?:
    | { readonly code: QrCode; readonly notes: readonly string[]; readonly isLookOnly?: boolean }
    | undefined;
}

/** The form of a new code; a button for each type shows the form of that type. */
export function NewCodeForm({ type, preview, original, ...options }: NewCodeFormProps) {
  const { form, action } = options;
  const TargetFields = TARGET_FIELDS[type];
  return (
    <>
      <PageHead title="New code" />
      {original ? <Original {...original} /> : null}
      <DesignForm
        {...{ form, preview }}
        action="/codes"
        again={action}
        previewPath="/codes/preview"
        submit="Create code"
        cancel="/codes"
      >
        <input type="hidden" name="id" value={form.value('id')} />
        <input type="hidden" name="type" value={type} />
        <CarriedFields type={type} />
        <TypeChooser chosen={type} />
        <div class="fields">
          <TargetFields />
        </div>
        <Options {...options} />
      </DesignForm>
    </>
  );
}

function Original({ code, notes, isLookOnly = false }: NonNullable<NewCodeFormProps['original']>) {
  return (
    <Notice>
      <p>
        {isLookOnly ? 'A new code that looks like' : 'A copy of'}{' '}
        <a href={`/codes/${toPublicId(code.codeId)}`}>
          <bdi>{nameCode(code)}</bdi>
        </a>
        {isLookOnly ? '. Enter its content.' : ', with its own id and symbol.'}
      </p>
      {notes.map((note) => (
        <p>{note}</p>
      ))}
    </Notice>
  );
}

/** The fields that codes of every type have. */
function Options({ knownTags, ...design }: DesignSectionProps & Pick<NewCodeFormProps, 'knownTags'>) {
  return (
    <div class="options">
      <Field name="title" label="Title (optional)" hint="Only people in your account can see the title." />
      <TagsField known={knownTags} label="Tags (optional)" />
      <DesignSection {...design} />
      <MoreOptions />
    </div>
  );
}

function TypeChooser({ chosen }: { readonly chosen: ContentType }) {
  return (
    <fieldset class="types">
      <legend>What the code holds</legend>
      {CONTENT_TYPES.map((type) => (
        <button
          type="submit"
          class={type === chosen ? '' : 'secondary outline'}
          aria-current={type === chosen ? 'true' : undefined}
          formaction="/codes/new"
          name="type"
          value={type}
        >
          {CONTENT_NAMES[type]}
        </button>
      ))}
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
  const { fields } = TARGET_FAMILIES[type];
  return type === 'url' ? [...fields, 'dynamic'] : fields;
}
