import { Hono } from 'hono';
import {
  LONGEST_VIEW_NAME,
  LONGEST_VIEW_QUERY,
  MAX_VIEWS,
  parseViewName,
  type SavedView,
  VIEW_PAGES,
  type ViewPage,
} from '#core/saved-view.ts';
import { say } from '#languages/say.ts';
import { forgetView, giveViewName, keepView } from '#service/views/views.ts';
import { findView } from '#storage/views/views.ts';
import type { DashboardContext, DashboardEnv } from '../frame/dashboard-env.ts';
import { Form, readForm } from '../frame/forms/form.ts';
import { pageNotFound } from '../frame/page-error.ts';
import { renderPage } from '../frame/render.tsx';
import { Button, ButtonRow, PostButton } from '../kit/buttons.tsx';
import { Field, FilledForm } from '../kit/field.tsx';
import { redirectSaying } from '../frame/flash/flash.ts';
import { NarrowPage } from '../kit/page-head.tsx';
import { PAGE_PATHS, type ViewQueries } from './view-pages.ts';

/** `/views`: what people do with the filters that they saved. Everybody may, because they are only theirs. */
export function viewRoutes(queries: ViewQueries) {
  return new Hono<DashboardEnv>()
    .post('/', (c) => save(c, queries))
    .get('/:id', show)
    .post('/:id/rename', rename)
    .post('/:id/delete', remove);
}

async function save(c: DashboardContext, queries: ViewQueries): Promise<Response> {
  const form = await readForm(c);
  const page = VIEW_PAGES.find((one) => one === form.value('page'));
  if (!page) throw pageNotFound();
  // As the page itself writes it, whatever was sent.
  const query = queries[page](
    `https://dashboard.invalid/?${form.value('query').slice(0, 2 * LONGEST_VIEW_QUERY)}`,
  );
  const name = readName(form);
  if (query === '' || query.length > LONGEST_VIEW_QUERY)
    form.refuse('', say('These filters cannot be saved.'));
  const isKept =
    name !== null &&
    !form.hasErrors &&
    (await keepView(c.get('deps'), c.get('person').id, { page, name, query }));
  if (isKept) return redirectSaying(c, `${PAGE_PATHS[page]}?${query}`, 'view_saved');
  if (!form.hasErrors)
    form.refuse(
      '',
      say('You have {count, number} views of this page. Delete one first.', { count: MAX_VIEWS }),
    );
  return renderPage(
    c,
    { title: say('Save view'), section: toSection(page), status: 422 },
    <NarrowPage title={say('Save view')}>
      <FilledForm form={form} action="/views" hidden={{ page, query }}>
        <NameField />
        <ButtonRow>
          <Button>{say('Save')}</Button>
          <a href={`${PAGE_PATHS[page]}?${query}`}>{say('Cancel')}</a>
        </ButtonRow>
      </FilledForm>
    </NarrowPage>,
  );
}

async function show(c: DashboardContext): Promise<Response> {
  const view = await findOwn(c);
  return renderView(c, view, new Form([['name', view.name]]));
}

async function rename(c: DashboardContext): Promise<Response> {
  const view = await findOwn(c);
  const form = await readForm(c);
  const name = readName(form);
  if (name === null) return renderView(c, view, form, 422);
  if (!(await giveViewName(c.get('deps'), c.get('person').id, view.id, name))) {
    form.refuse('name', say('Another view of this page has this name.'));
    return renderView(c, view, form, 422);
  }
  return redirectSaying(c, toPath(view), 'view_renamed');
}

async function remove(c: DashboardContext): Promise<Response> {
  const view = await findOwn(c);
  await forgetView(c.get('deps'), c.get('person').id, view.id);
  return redirectSaying(c, toPath(view), 'view_deleted');
}

async function findOwn(c: DashboardContext): Promise<SavedView> {
  const view = await findView(c.get('deps').db, c.get('person').id, c.req.param('id') ?? '');
  if (!view) throw pageNotFound();
  return view;
}

function readName(form: Form): string | null {
  const name = parseViewName(form.value('name'));
  if (name === null)
    form.refuse('name', say('A name has 1 to {longest, number} characters.', { longest: LONGEST_VIEW_NAME }));
  return name;
}

function renderView(c: DashboardContext, view: SavedView, form: Form, status: 200 | 422 = 200) {
  return renderPage(
    c,
    { title: view.name, section: toSection(view.page), status },
    <NarrowPage title={view.name} back={{ href: toPath(view), label: say('Back to the view') }}>
      <FilledForm form={form} action={`/views/${view.id}/rename`}>
        <NameField />
        <ButtonRow>
          <Button>{say('Save')}</Button>
        </ButtonRow>
      </FilledForm>
      <PostButton kind="quiet" action={`/views/${view.id}/delete`}>
        {say('Delete view')}
      </PostButton>
    </NarrowPage>,
  );
}

function NameField() {
  return (
    <Field
      name="name"
      label={say('Name of the view')}
      attributes={{ required: true, maxlength: LONGEST_VIEW_NAME, autocomplete: 'off' }}
    />
  );
}

function toPath({ page, query }: SavedView): string {
  return `${PAGE_PATHS[page]}?${query}`;
}

function toSection(page: ViewPage): 'Codes' | 'Analytics' {
  return page === 'codes' ? 'Codes' : 'Analytics';
}
