import { currentLanguage, say } from '#languages/say.ts';
import { html } from 'hono/html';
import type { Child } from 'hono/jsx';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { mayEdit, type Person } from '#core/accounts/account.ts';
import { isBound } from '#storage/bucket.ts';
import { readBrand } from '#service/read-brand.ts';
import { Said } from '../kit/flash.tsx';
import { takeFlash } from './flash/flash.ts';
import { NarrowPage } from '../kit/page-head.tsx';
import { OfferedViews } from './offered-views.ts';
import { MayEdit } from './editors-only.tsx';
import { Layout, type Section } from './layout.tsx';
import type { DashboardContext } from './dashboard-env.ts';
import type { PageError } from './page-error.ts';
import { readScheme } from './scheme.ts';
import { AcceptsFiles } from './accepts-files.tsx';

interface PageOptions {
  readonly title: string;
  readonly section?: Section;
  readonly status?: ContentfulStatusCode;
}

/** Responds with a whole page. */
export async function renderPage(
  c: DashboardContext,
  { title, section, status = 200 }: PageOptions,
  content: Child,
): Promise<Response> {
  const person: Person | undefined = c.get('person');
  const isFresh = status === 200 && c.req.method === 'GET';
  const said = isFresh ? takeFlash(c) : null;
  c.header('Content-Language', currentLanguage());
  c.header('Vary', 'Accept-Language', { append: true });
  const brand = await readBrand(c.get('deps'));
  const page = (
    <Layout
      {...{ title, section, person, brand }}
      guessedZone={isFresh ? c.get('guessedZone') : undefined}
      scheme={readScheme(c)}
    >
      <MayEdit.Provider value={person !== undefined && mayEdit(person)}>
        <OfferedViews.Provider value={c.get('views') ?? null}>
          <AcceptsFiles.Provider value={isBound(c.get('deps').files)}>
            <Said.Provider value={said}>{content}</Said.Provider>
          </AcceptsFiles.Provider>
        </OfferedViews.Provider>
      </MayEdit.Provider>
    </Layout>
  );
  return c.html(html`<!doctype html>${page}`, status);
}

/** Responds with an error: a page for people, JSON for our own scripts. */
export function renderPageError(c: DashboardContext, error: PageError) {
  for (const [name, value] of Object.entries(error.headers)) c.header(name, value);
  // Our scripts request JSON, and show the message beside their button.
  if (c.req.header('Accept') === 'application/json') return c.json({ message: error.message }, error.status);
  const link = error.link ?? {
    href: '/codes',
    label: c.get('person') ? say('Go to your codes') : say('Go to the dashboard'),
  };
  return renderPage(
    c,
    { title: error.title, status: error.status },
    <NarrowPage title={error.title}>
      <p>{error.message}</p>
      <p class="alone">
        <a href={link.href}>{link.label}</a>
      </p>
    </NarrowPage>,
  );
}
