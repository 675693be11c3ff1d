import { Hono } from 'hono';
import {
  LONGEST_VIEW_NAME,
  LONGEST_VIEW_QUERY,
  MAX_VIEWS,
  parseViewName,
  type SavedView,
  VIEW_PAGES,
} from '#core/saved-view.ts';
import { say } from '#languages/say.ts';
import { forgetView, giveViewName, keepView } from '#service/views/views.ts';
import { findView } from '#storage/views/views.ts';
import type { DashboardContext, DashboardEnv } from '../frame/dashboard-env.ts';
import { type Form, readForm } from '../frame/forms/form.ts';
import { found, PageError } from '../frame/page-error.ts';
import { redirectSaying } from '../frame/flash/flash.ts';
import { PAGE_PATHS, type ViewQueries } from './view-pages.ts';

/** `/views`: what people do with the filters that they saved. Everybody may, because they are only theirs. */
export function viewRoutes(queries: ViewQueries) {
  return new Hono<DashboardEnv>()
    .post('/', (c) => save(c, queries))
    .post('/:id/rename', rename)
    .post('/:id/delete', remove);
}

async function save(c: DashboardContext, queries: ViewQueries): Promise<Response> {
  const form = await readForm(c);
  const page = found(VIEW_PAGES.find((one) => one === form.value('page')));
  // As the page itself writes it, whatever was sent.
  const query = queries[page](
    `https://dashboard.invalid/?${form.value('query').slice(0, 2 * LONGEST_VIEW_QUERY)}`,
  );
  const path = `${PAGE_PATHS[page]}?${query}`;
  const name = readName(form, path);
  if (query === '' || query.length > LONGEST_VIEW_QUERY)
    throw notSaved(say('These filters cannot be saved.'), path);
  if (!(await keepView(c.get('deps'), c.get('person').id, { page, name, query })))
    throw notSaved(
      say('You have {count, number} views of this page. Delete one first.', { count: MAX_VIEWS }),
      path,
    );
  return redirectSaying(c, path, 'view_saved');
}

async function rename(c: DashboardContext): Promise<Response> {
  const view = await findOwn(c);
  const name = readName(await readForm(c), toPath(view));
  if (!(await giveViewName(c.get('deps'), c.get('person').id, view.id, name)))
    throw notSaved(say('Another view of this page has this name.'), toPath(view));
  return redirectSaying(c, toPath(view), 'view_renamed');
}

async function remove(c: DashboardContext): Promise<Response> {
  const view = await findOwn(c);
  await forgetView(c.get('deps'), c.get('person').id, view.id);
  return redirectSaying(c, toPath(view), 'view_deleted');
}

async function findOwn(c: DashboardContext): Promise<SavedView> {
  return found(await findView(c.get('deps').db, c.get('person').id, c.req.param('id') ?? ''));
}

function readName(form: Form, path: string): string {
  const name = parseViewName(form.value('name'));
  if (name === null)
    throw notSaved(
      say('A name has 1 to {longest, number} characters.', { longest: LONGEST_VIEW_NAME }),
      path,
    );
  return name;
}

function notSaved(why: string, path: string): PageError {
  return new PageError(422, say('Not saved'), why, { href: path, label: say('Back to the view') });
}

function toPath({ page, query }: SavedView): string {
  return `${PAGE_PATHS[page]}?${query}`;
}
