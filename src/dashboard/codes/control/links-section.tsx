import { toShownLinks } from '#contract/gs1/links.ts';
import type { Control } from '#core/control/control.ts';
import { LINK_TYPES } from '#core/gs1/link-types.ts';
import { LONGEST_LINK_TITLE, type TypedLink } from '#core/gs1/typed-link.ts';
import { say, sayRich } from '#languages/say.ts';
import type { Child } from 'hono/jsx';
import { Button, ButtonRow, HiddenFields } from '../../kit/buttons.tsx';
import { FilledForm } from '../../kit/field.tsx';
import { Fields, type FieldTable, readFields, writeFields } from '../../frame/forms/field-table.tsx';
import { Form } from '../../frame/forms/form.ts';
import { Target } from '../page/target.tsx';
import type { EditBody } from '../save-edit.ts';
import type { CardProps, SharedProps } from './limits-section.tsx';
import { describeLink } from './words.ts';

/** The types of the vocabulary, by the names that it gives them. */
export const LINK_TYPE_OPTIONS = Object.entries(LINK_TYPES)
  .map(([type, title]) => ({ value: `gs1:${type}`, label: `${title} (gs1:${type})` }))
  .toSorted((one, other) => one.label.localeCompare(other.label));

/** One link: `link` is its place among the others, which the form does not know. */
const LINK = {
  'link.type': { kind: 'choice', label: 'Type of link', options: () => LINK_TYPE_OPTIONS },
  'link.href': { kind: 'address', label: 'Leads to', isRequired: true },
  'link.title': {
    kind: 'name',
    label: 'Title',
    isOptional: true,
    hint: 'Leave it empty for the name of its type.',
    attributes: { maxlength: LONGEST_LINK_TITLE },
  },
  'link.languages': {
    kind: 'list',
    label: 'Languages',
    isOptional: true,
    hint: () => say('For example {examples}', { examples: 'de, fr-CH' }),
  },
  'link.media_type': {
    kind: 'exact',
    label: 'Media type',
    isOptional: true,
    hint: () => say('For example {examples}', { examples: 'application/pdf' }),
  },
} as const satisfies FieldTable;

/** The form of the link at a place; of a new one without such a link. */
export function toLinkForm(links: readonly TypedLink[] = [], place = ''): Form {
  const link = toShownLinks(links)?.[readPlace(place) ?? links.length];
  const values = writeFields({ link: link ?? { type: 'gs1:pip' } }, LINK);
  return new Form(link ? [['editing', place], ...values] : values);
}

/** The links with the form's in place of the one that it edits, or after the others; or without that one. What the form does not show stays. */
export function placeLink(form: Form, { links: stored }: Control): EditBody {
  const links = toShownLinks(stored) ?? [];
  const place = readPlace(form.value('editing')) ?? links.length;
  if (form.isChecked('remove')) return { links: links.toSpliced(place, 1) };
  const { link } = readFields(form, LINK) as { readonly link: { readonly languages: unknown } };
  const typed = { ...links[place], ...link, languages: link.languages ?? [] };
  return { links: [...links.slice(0, place), typed, ...links.slice(place + 1)] };
}

function readPlace(text: string): number | null {
  return /^\d{1,2}$/.test(text) ? Number(text) : null;
}

/** The links of a GS1 code by type. One of them may be a form; otherwise, a form adds one. */
export function Links({ links, form, ...shared }: CardProps & { readonly links: readonly TypedLink[] }) {
  const edited = form.value('editing');
  return (
    <>
      <p>
        {say('Apps, trading partners and authorities ask for a link of a type. All others get the target.')}
      </p>
      <ul class="rules">
        {links.map((link, i) => (
          <li>
            {String(i) === edited ? (
              <LinkForm {...shared} form={form} />
            ) : (
              <LinkRow {...shared} link={link} place={String(i)} />
            )}
          </li>
        ))}
      </ul>
      {edited === '' ? (
        <details class="new-rule" open={form.hasErrors || undefined}>
          <summary class="button outline">{say('Add a link')}</summary>
          <LinkForm {...shared} form={form} />
        </details>
      ) : null}
    </>
  );
}

function LinkForm({ path, opened, form }: CardProps) {
  const editing = form.value('editing');
  return (
    <FilledForm
      form={form}
      action={`${path}/control/links#links`}
      data-unsaved
      hidden={{ ...opened, editing }}
    >
      <Fields
        of={LINK}
        names={[['link.type', 'link.href'], 'link.title', ['link.languages', 'link.media_type']]}
      />
      <ButtonRow>
        <Button>{editing === '' ? say('Add link') : say('Save link')}</Button>
        {editing === '' ? null : <a href={`${path}/control?open=links#links`}>{say('Cancel')}</a>}
      </ButtonRow>
    </FilledForm>
  );
}

interface LinkRowProps extends SharedProps {
  readonly link: TypedLink;
  readonly place: string;
}

function LinkRow({ path, opened, link, place }: LinkRowProps) {
  const hidden = (text: Child) => <span class="visually-hidden">{text}</span>;
  const said = { rule: link.title, hidden };
  return (
    <div class="rule pair">
      <p>
        <bdi>{describeLink(link)}</bdi> → <Target target={link.href} />
      </p>
      <form method="post" action={`${path}/control/links#links`} class="inline cluster">
        <HiddenFields fields={{ ...opened, editing: place }} />
        <a class="button secondary outline" href={`${path}/control?open=links&link=${place}#links`}>
          {sayRich('Edit<hidden> {rule}</hidden>', said)}
        </a>
        <Button kind="second" name="remove" value="on">
          {sayRich('Remove<hidden> {rule}</hidden>', said)}
        </Button>
      </form>
    </div>
  );
}
