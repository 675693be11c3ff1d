import { say, sayRich } from '#languages/say.ts';
import { MAX_TEMPLATES, type Template } from '#core/styles/template.ts';
import { EditorsOnly } from '../../frame/editors-only.tsx';
import { CheckBox, Field, FilledForm } from '../../kit/field.tsx';
import type { Form } from '../../frame/forms/form.ts';
import { Button, LinkButton, PostButton } from '../../kit/buttons.tsx';
import { Empty } from '../../kit/empty.tsx';
import { NarrowPage, PageHead } from '../../kit/page-head.tsx';
import { UtmFields } from './utm-fields.tsx';
import { DesignButtons } from '../form/design/designs.tsx';

/** All templates of an account, each as a small code. */
export function TemplatesPage({ templates }: { readonly templates: readonly Template[] }) {
  return (
    <>
      <PageHead title={say('Templates')}>
        <LinkButton kind="second" href="/codes/library">
          {say('Library')}
        </LinkButton>
      </PageHead>
      <p>
        {say(
          'Saved looks that new codes start from, here and in the API. You can have at most {most, number}.',
          { most: MAX_TEMPLATES },
        )}
      </p>
      {templates.length === 0 ? (
        <Empty>
          <p>
            {sayRich(
              'There are no templates yet. Choose a look in the form for a <here>new code</here>, then press “Save this look as a template”.',
              { here: (text) => <a href="/codes/new">{text}</a> },
            )}
          </p>
        </Empty>
      ) : (
        <ul class="pictures grid">
          {templates.map((template) => (
            <TemplateCard template={template} />
          ))}
        </ul>
      )}
      <EditorsOnly>
        <FinishedDesigns />
      </EditorsOnly>
    </>
  );
}

function TemplateCard({ template }: { readonly template: Template }) {
  const { id, name, isDefault } = template;
  return (
    <li class="card">
      <Picture template={template} side={160} />
      <h2>
        <bdi>{name}</bdi>
      </h2>
      <p>
        {isDefault ? <strong>{say('Default')} </strong> : null}
        <code>{id}</code>
      </p>
      <EditorsOnly>
        <p class="cluster">
          <a href={`/codes/new?template=${id}`}>
            {sayRich('New code<hidden> from {name}</hidden>', {
              name,
              hidden: (text) => <span class="visually-hidden">{text}</span>,
            })}
          </a>
          <a href={`/codes/templates/${id}`}>
            {sayRich('Change<hidden> {name}</hidden>', {
              name,
              hidden: (text) => <span class="visually-hidden">{text}</span>,
            })}
          </a>
        </p>
      </EditorsOnly>
    </li>
  );
}

/** Finished looks, each of which opens the form for a new code. */
function FinishedDesigns() {
  return (
    <>
      <h2>{say('Finished designs')}</h2>
      <p>{say('Start a new code from one of these looks, and save yours as a template there.')}</p>
      <form action="/codes/new">
        <DesignButtons action="/codes/new" />
      </form>
    </>
  );
}

/** Renames a template, makes it the default, changes its campaign parameters, or deletes it. */
export function TemplatePage({ template, form }: { readonly template: Template; readonly form: Form }) {
  const path = `/codes/templates/${template.id}`;
  return (
    <NarrowPage
      back={{ href: '/codes/templates', label: say('All templates') }}
      title={sayRich('Template {name}', { name: <bdi>{template.name}</bdi> })}
    >
      <Picture template={template} side={240} />
      <FilledForm form={form} action={path} novalidate data-unsaved>
        <Field
          name="name"
          label={say('Name')}
          attributes={{ autocomplete: 'off', dir: 'auto', required: true }}
        />
        <CheckBox
          name="is_default"
          label={say('Use this template for new codes')}
          hint={say('It replaces the current default.')}
        />
        <UtmFields />
        <Button>{say('Save template')}</Button>
      </FilledForm>
      <p>
        {sayRich(
          'To change its look, make a <here>new code from it</here>, and save that look under a new name.',
          { here: (text) => <a href={`/codes/new?template=${template.id}`}>{text}</a> },
        )}
      </p>
      <h2>{say('Delete')}</h2>
      <p>{say('Codes that were made from it stay as they are. This cannot be undone.')}</p>
      <PostButton kind="danger" action={`${path}/delete`}>
        {say('Delete template')}
      </PostButton>
    </NarrowPage>
  );
}

function Picture({ template, side }: { readonly template: Template; readonly side: number }) {
  const { id, name, revision } = template;
  return (
    <img
      class="picture"
      src={`/codes/templates/${id}/picture.svg?${revision}`}
      width={side}
      height={side}
      alt={say('A code with the look {name}', { name })}
      loading="lazy"
    />
  );
}
