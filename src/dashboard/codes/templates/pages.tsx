import { MAX_TEMPLATES, type Template } from '#core/styles/template.ts';
import { EditorsOnly } from '../../frame/editors-only.tsx';
import { CheckBox, Field, FilledForm } from '../../kit/field.tsx';
import type { Form } from '../../frame/forms/form.ts';
import { Button, PostButton } from '../../kit/buttons.tsx';
import { NarrowPage, PageHead } from '../../kit/page-head.tsx';
import { DesignButtons } from '../form/design/designs.tsx';

/** All templates of an account, each as a small code. */
export function TemplatesPage({ templates }: { readonly templates: readonly Template[] }) {
  return (
    <>
      <PageHead title="Templates" />
      <p>
        Saved looks that new codes start from, here and in the API. You can have at most {MAX_TEMPLATES}.{' '}
        <a href="/codes/images">Images for logos</a>
      </p>
      {templates.length === 0 ? (
        <p>
          There are no templates yet. Choose a look in the form for a <a href="/codes/new">new code</a>, then
          press “Save this look as a template”.
        </p>
      ) : (
        <ul class="pictures">
          {templates.map((template) => (
            <li>
              <Picture template={template} side={160} />
              <h2>
                <bdi>{template.name}</bdi>
              </h2>
              <p>
                {template.isDefault ? <strong>Default </strong> : null}
                <code>{template.id}</code>
              </p>
              <EditorsOnly>
                <p class="picture-actions">
                  <a href={`/codes/new?template=${template.id}`}>
                    New code<span class="visually-hidden"> from {template.name}</span>
                  </a>
                  <a href={`/codes/templates/${template.id}`}>
                    Change<span class="visually-hidden"> {template.name}</span>
                  </a>
                </p>
              </EditorsOnly>
            </li>
          ))}
        </ul>
      )}
      <EditorsOnly>
        <FinishedDesigns words="Start a new code from one of these looks, and save yours as a template there." />
      </EditorsOnly>
    </>
  );
}

/** Finished looks, each of which opens the form for a new code. */
function FinishedDesigns({ words }: { readonly words: string }) {
  return (
    <>
      <h2>Finished designs</h2>
      <p>{words}</p>
      <form action="/codes/new">
        <DesignButtons action="/codes/new" />
      </form>
    </>
  );
}

/** Renames a template, makes it the default, or deletes it. */
export function TemplatePage({ template, form }: { readonly template: Template; readonly form: Form }) {
  const path = `/codes/templates/${template.id}`;
  return (
    <NarrowPage
      back={{ href: '/codes/templates', label: 'All templates' }}
      title={
        <>
          Template <bdi>{template.name}</bdi>
        </>
      }
    >
      <Picture template={template} side={240} />
      <FilledForm form={form} action={path} novalidate data-unsaved>
        <Field name="name" label="Name" attributes={{ autocomplete: 'off', dir: 'auto', required: true }} />
        <CheckBox
          name="is_default"
          label="Use this template for new codes"
          hint="It replaces the current default."
        />
        <Button>Save template</Button>
      </FilledForm>
      <p>
        To change its look, make a <a href={`/codes/new?template=${template.id}`}>new code from it</a>, and
        save that look under a new name.
      </p>
      <FinishedDesigns words="Or start a new code from one of these looks, and save that." />
      <h2>Delete</h2>
      <p>Codes that were made from it stay as they are. This cannot be undone.</p>
      <PostButton kind="danger" action={`${path}/delete`}>
        Delete template
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
      alt={`A code with the look ${name}`}
      loading="lazy"
    />
  );
}
