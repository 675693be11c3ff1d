import { createMiddleware } from 'hono/factory';
import { useContext } from 'hono/jsx';
import { LONGEST_VIEW_NAME, LONGEST_VIEW_QUERY, type SavedView, type ViewPage } from '#core/saved-view.ts';
import { say } from '#languages/say.ts';
import { listViews } from '#storage/views/views.ts';
import { Icon } from '../kit/icons/icon.tsx';
import type { DashboardEnv } from '../frame/dashboard-env.ts';
import { Button, HiddenFields, PostButton } from '../kit/buttons.tsx';
import { OfferedViews, type Views } from '../frame/offered-views.ts';
import { PAGE_PATHS, type ViewQueries } from './view-pages.ts';

/** Reads the person's views of a page while the page reads what it shows. A page without them is better than none. */
export function offerViews(page: ViewPage, queries: ViewQueries) {
  return createMiddleware<DashboardEnv>(async function offerThem(c, next) {
    if (c.req.method === 'GET') {
      const deps = c.get('deps');
      const saved = listViews(deps.db, c.get('person').id, page).catch((error: unknown) => {
        deps.reportFailure('views_not_read', error);
        return [];
      });
      c.set('views', { page, query: queries[page](c.req.url), saved });
    }
    await next();
  });
}

/** Chips beside the filters of a page: the person's views of it, and a form that saves the present one. */
export async function SavedViews() {
  const views = useContext(OfferedViews);
  const saved = (await views?.saved) ?? [];
  if (!views || (saved.length === 0 && views.query === '')) return null;
  const shown = saved.find(({ query }) => query === views.query);
  return (
    <nav class="views" aria-label={say('Saved views')}>
      <ul>
        {saved.map((view) => (
          <li>
            <a
              href={`${PAGE_PATHS[view.page]}?${view.query}`}
              aria-current={view === shown ? 'true' : undefined}
              dir="auto"
            >
              {view.name}
            </a>
            {view === shown ? <ChangeView view={view} /> : null}
          </li>
        ))}
        {shown || views.query === '' || views.query.length > LONGEST_VIEW_QUERY ? null : (
          <li>
            <SaveForm {...views} />
          </li>
        )}
      </ul>
    </nav>
  );
}

function ChangeView({ view: { id, name } }: { readonly view: SavedView }) {
  const label = say('Rename or delete the view {name}', { name });
  return (
    <details>
      <summary aria-label={label} title={label}>
        <Icon name="pencil" size={16} />
      </summary>
      <div class="panel">
        <form method="post" action={`/views/${id}/rename`}>
          <NameField id={id} value={name} />
          <Button>{say('Save')}</Button>
        </form>
        <PostButton kind="danger" action={`/views/${id}/delete`}>
          {say('Delete view')}
        </PostButton>
      </div>
    </details>
  );
}

function NameField({ id, value }: { readonly id: string; readonly value?: string }) {
  return (
    <>
      <label for={id}>{say('Name of the view')}</label>
      <input id={id} name="name" value={value} required maxlength={LONGEST_VIEW_NAME} autocomplete="off" />
    </>
  );
}

function SaveForm({ page, query }: Views) {
  return (
    <details class="save-view">
      <summary>
        <Icon name="bookmark" size={16} />
        {say('Save view')}
      </summary>
      <form class="panel" method="post" action="/views">
        <HiddenFields fields={{ page, query }} />
        <NameField id="view-name" />
        <small>
          {say('It keeps these filters, and only you see it. A view of the same name is replaced.')}
        </small>
        <Button>{say('Save')}</Button>
      </form>
    </details>
  );
}
