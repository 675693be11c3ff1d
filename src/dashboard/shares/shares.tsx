import { say } from '#languages/say.ts';
import { Hono } from 'hono';
import { parsePublicId, toPublicId } from '#core/codes/code-id.ts';
import { toTagKey } from '#core/codes/tags.ts';
import { findPlainTextProblem } from '#core/plain-text.ts';
import {
  LONGEST_SHARE_PASSWORD,
  MAX_SHARES,
  SHARE_DAYS,
  SHORTEST_SHARE_PASSWORD,
  type ShareSubject,
} from '#core/shares/share.ts';
import { DEFAULT_SCAN_RANGE } from '#core/scans/range.ts';
import { createShare, endShare } from '#service/shares/share.ts';
import { findQrCode } from '#storage/codes/qr-codes.ts';
import { findTags } from '#storage/codes/tags.ts';
import { type ListedShare, listShares } from '#storage/shares/shares.ts';
import { listKnownTags } from '#service/codes/tags.ts';
import type { DashboardContext, DashboardEnv } from '../frame/dashboard-env.ts';
import { Form, readForm } from '../frame/forms/form.ts';
import { createFormId, readFormId } from '../frame/forms/form-id.ts';
import { pageNotFound } from '../frame/page-error.ts';
import { renderPage } from '../frame/render.tsx';
import { CreatedSharePage, EndSharePage, SharesPage, SharedBeforePage } from './shares-page.tsx';
import { REPORT_PERIOD_NAMES } from './report-period.ts';
import { formatView, readView } from '../scans/view.ts';
import { SHARED_PATH } from './words.ts';
import { redirectSaying } from '../frame/flash/flash.ts';

const SECTION = 'Analytics';

/** A function, because a title has the language of its request. */
const page = () => ({ title: say('Shared statistics'), section: SECTION }) as const;
const ID_PREFIX = 'share';

/** Links with which people without an account can read statistics: creates, lists and ends them. For editors. */
export const shareRoutes = new Hono<DashboardEnv>()
  .get('/', (c) => {
    const { code = '', tag = '', view = '' } = c.req.query();
    const what = code === '' ? (tag === '' ? 'account' : `tag:${tag}`) : `code:${code}`;
    return showShares(
      c,
      new Form([
        ['what', what],
        ['view', view],
        ['days', '30'],
        ['range', DEFAULT_SCAN_RANGE],
      ]),
    );
  })
  .post('/', share)
  .get('/:id/end', async (c) => {
    const found = await findListed(c);
    return renderPage(c, { title: say('End a link'), section: SECTION }, <EndSharePage share={found} />);
  })
  .post('/:id/end', async (c) => {
    const { id, subject } = await findListed(c);
    await endShare(c.get('deps'), c.get('person'), id, subject);
    return redirectSaying(c, '/shares', 'share_ended');
  });

async function showShares(c: DashboardContext, form: Form, status: 200 | 403 | 422 = 200): Promise<Response> {
  const deps = c.get('deps');
  const [shares, tags, code] = await Promise.all([
    listShares(deps.db, c.get('person').account.id, deps.nowMs()),
    listKnownTags(c.get('deps'), c.get('person').account.id),
    findChosenCode(c, form),
  ]);
  return renderPage(
    c,
    { ...page(), status },
    <SharesPage
      shares={shares}
      form={form}
      id={createFormId(c, ID_PREFIX)}
      code={code && { id: toPublicId(code.codeId), title: code.title }}
      tags={tags}
      view={readView(form.value('view'), code ? 'code' : 'account')}
    />,
  );
}

/** `POST /shares`: the response shows the link, because only its hash is stored. */
async function share(c: DashboardContext): Promise<Response> {
  const form = await readForm(c);
  const id = readFormId(form, ID_PREFIX);
  const subject = await readSubject(c, form);
  const days = SHARE_DAYS.find((known) => String(known) === form.value('days'));
  const password = form.value('password') || null;
  const asked = form.value('view');
  const view = subject && asked !== '' ? readView(asked, subject.kind) : null;
  if (subject && asked !== '' && !view)
    form.refuse(
      '',
      say('This view cannot be shared. Open it again in the analytics, and share it from there.'),
    );
  if (!subject) form.refuse('what', say('Choose what to share from the list.'));
  if (!days) form.refuse('days', say('Choose how long the link works.'));
  const problem = password && findPasswordProblem(password);
  if (problem) form.refuse('password', problem);
  if (!subject || !days || form.hasErrors) return showShares(c, form, 422);
  const shared = await createShare(c.get('deps'), c.get('person'), {
    ...{ id, subject, days, password },
    view: view && formatView(view),
  });
  if (!shared.ok) {
    if (shared.error === 'made_before')
      return renderPage(c, { ...page(), status: 409 }, <SharedBeforePage />);
    form.refuse(
      '',
      say('The account has {most, number} active links, and cannot have more. End one first.', {
        most: MAX_SHARES,
      }),
    );
    return showShares(c, form, 403);
  }
  const range = REPORT_PERIOD_NAMES.find((name) => name === form.value('range')) ?? DEFAULT_SCAN_RANGE;
  const { origin } = new URL(c.req.url);
  return renderPage(
    c,
    page(),
    <CreatedSharePage
      link={`${origin}${SHARED_PATH}/${shared.value}${range === DEFAULT_SCAN_RANGE || view ? '' : `?range=${range}`}`}
      days={days}
      nowMs={c.get('deps').nowMs()}
      hasPassword={password !== null}
    />,
  );
}

function findPasswordProblem(password: string): string | null {
  const length = Array.from(password).length;
  if (length < SHORTEST_SHARE_PASSWORD)
    return say('Enter at least {least, number} characters, or leave it empty.', {
      least: SHORTEST_SHARE_PASSWORD,
    });
  if (length > LONGEST_SHARE_PASSWORD)
    return say('Enter at most {most, number} characters.', { most: LONGEST_SHARE_PASSWORD });
  return findPlainTextProblem(password, LONGEST_SHARE_PASSWORD) === null
    ? null
    : say('The password has a character that cannot be typed. Choose another one.');
}

/** The subject that the form names; null if it no longer exists. */
async function readSubject(c: DashboardContext, form: Form): Promise<ShareSubject | null> {
  const what = form.value('what');
  if (what === 'account') return { kind: 'account' };
  if (what.startsWith('tag:')) {
    const key = toTagKey(what.slice('tag:'.length));
    const tag = (await findTags(c.get('deps').db, c.get('person').account.id, [key])).get(key);
    return tag ? { kind: 'tag', tagId: tag.id } : null;
  }
  const code = await findChosenCode(c, form);
  return code && { kind: 'code', codeId: code.codeId };
}

/** The code that the form names; null if it names something else, or a static code, whose scans nobody counts. */
async function findChosenCode(c: DashboardContext, form: Form) {
  const codeId = parsePublicId(form.value('what').replace(/^code:/, ''));
  const code = codeId && (await findQrCode(c.get('deps').db, c.get('person').account.id, codeId));
  return code?.isDynamic ? code : null;
}

async function findListed(c: DashboardContext): Promise<ListedShare> {
  const deps = c.get('deps');
  const all = await listShares(deps.db, c.get('person').account.id, deps.nowMs());
  const found = all.find(({ id }) => id === c.req.param('id'));
  if (!found) throw pageNotFound();
  return found;
}
