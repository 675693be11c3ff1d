import { say } from '#languages/say.ts';
import { Hono } from 'hono';
import { mayEdit } from '#core/accounts/account.ts';
import { parsePublicId, toPublicId } from '#core/codes/code-id.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
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
import type { DashboardContext, DashboardEnv } from '../../frame/dashboard-env.ts';
import { type Form, readForm } from '../../frame/forms/form.ts';
import { createFormId, readFormId } from '../../frame/forms/form-id.ts';
import { found, PageError } from '../../frame/page-error.ts';
import { renderPage } from '../../frame/render.tsx';
import { CreatedSharePage, ShareFormPage } from './share-dialog.tsx';
import { REPORT_PERIOD_NAMES } from './report-period.ts';
import { formatView, readView } from '../view.ts';
import { SHARED_PATH, toSharedPath } from './words.ts';
import { redirectSaying } from '../../frame/flash/flash.ts';

/** A function, because a title has the language of its request. */
const page = () => ({ title: say('Share'), section: 'Analytics' }) as const;
const ID_PREFIX = 'share';

/** Links with which people without an account can read statistics: creates and ends them. For editors. */
export const shareRoutes = new Hono<DashboardEnv>().post('/', share).post('/:id/end', async (c) => {
  const { id, subject } = await findListed(c);
  await endShare(c.get('deps'), c.get('person'), id, subject);
  const what = subject.kind === 'code' ? `code:${toPublicId(subject.codeId)}` : 'account';
  return redirectSaying(c, toSharedPath(what), 'share_ended');
});

/** What the dialog of a page of statistics needs to share them: a code's has the code's links. Null for people who may not share. */
export async function readShares(c: DashboardContext, code: QrCode | null) {
  if (!mayEdit(c.get('person'))) return null;
  const deps = c.get('deps');
  const all = await listShares(deps.db, c.get('person').account.id, deps.nowMs());
  const isHere = ({ subject }: ListedShare) =>
    code === null || (subject.kind === 'code' && subject.codeId === code.codeId);
  return { shares: all.filter(isHere), id: createFormId(c, ID_PREFIX) };
}

async function showForm(c: DashboardContext, form: Form, status: 403 | 422): Promise<Response> {
  const what = form.value('what');
  const view = readView(form.value('view'), what.startsWith('code:') ? 'code' : 'account');
  return renderPage(
    c,
    { ...page(), status },
    <ShareFormPage {...{ form, what, view }} id={createFormId(c, ID_PREFIX)} />,
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
  if (!subject) form.refuse('', say('What you want to share does not exist any more.'));
  if (!days) form.refuse('days', say('Choose how long the link works.'));
  const problem = password && findPasswordProblem(password);
  if (problem) form.refuse('password', problem);
  if (!subject || !days || form.hasErrors) return showForm(c, form, 422);
  const shared = await createShare(c.get('deps'), c.get('person'), {
    ...{ id, subject, days, password },
    view: view && formatView(view),
  });
  if (!shared.ok) {
    if (shared.error === 'made_before')
      throw new PageError(
        409,
        say('This link has already been created'),
        say(
          'You sent the form twice, and it created one link. We showed it the first time, and cannot show it again.',
        ),
        { href: `${toSharedPath(form.value('what'))}#share`, label: say('Active links') },
      );
    form.refuse(
      '',
      say('The account has {most, number} active links, and cannot have more. End one first.', {
        most: MAX_SHARES,
      }),
    );
    return showForm(c, form, 403);
  }
  const range = REPORT_PERIOD_NAMES.find((name) => name === form.value('range')) ?? DEFAULT_SCAN_RANGE;
  const { origin } = new URL(c.req.url);
  return renderPage(
    c,
    page(),
    <CreatedSharePage
      what={form.value('what')}
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
  return found(all.find(({ id }) => id === c.req.param('id')));
}
