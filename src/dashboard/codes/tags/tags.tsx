import { tagBody } from '#contract/codes/tags.ts';
import { formatTagCursor, parseTagCursor, toTagKey } from '#core/codes/tags.ts';
import { say } from '#languages/say.ts';
import { deleteTag, readTags, renameTagTo, type TagProblem } from '#service/codes/tags.ts';
import { findTags } from '#storage/codes/tags.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { readForm } from '../../frame/forms/form.ts';
import { validateForm } from '../../frame/forms/validate-form.ts';
import { found, PageError, pageNotFound } from '../../frame/page-error.ts';
import { renderPage } from '../../frame/render.tsx';
import { redirectSaying } from '../../frame/flash/flash.ts';
import { MergePage, TagsPage } from './tags-pages.tsx';

const TAGS_PER_PAGE = 100;

/** `GET /codes/tags?after={cursor}`: the tags of the account in alphabetical order. */
export async function showTags(c: DashboardContext): Promise<Response> {
  const after = parseTagCursor(c.req.query('after') ?? '');
  const page = await readTags(c.get('deps'), c.get('person').account.id, { limit: TAGS_PER_PAGE, after });
  const next = page.next === null ? null : formatTagCursor(page.next);
  return renderPage(
    c,
    { title: say('Tags'), section: 'Codes' },
    <TagsPage tags={page.items} isFirst={after === null} next={next} />,
  );
}

/** `POST /codes/tags/rename`: renames a tag. Asks first if another tag has the name, because the two are then merged. */
export async function renameTag(c: DashboardContext): Promise<Response> {
  const form = await readForm(c);
  const tag = await findTag(c, form.value('name'));
  const body = validateForm(form, tagBody, { name: form.value('new_name') }, { nameOf: () => 'new_name' });
  if (!body) throw new PageError(422, say('Nothing was changed'), form.error('new_name') ?? '', toTags());
  const other = await findTagOrNull(c, body.name);
  if (other !== null && other.id !== tag.id && !form.isChecked('merge')) {
    const head = { title: say('Merge tags'), section: 'Codes' } as const;
    return renderPage(c, head, <MergePage tag={tag} other={other} />);
  }
  const renamed = await renameTagTo(c.get('deps'), c.get('person'), tag.name, body.name);
  if (!renamed.ok) throw toPageError(renamed.error);
  const isMerged = other !== null && other.id !== tag.id;
  const merged = renamed.value.remaining > 0 ? 'tags_being_merged' : 'tags_merged';
  return redirectSaying(c, '/codes/tags', isMerged ? merged : 'tag_renamed');
}

/** `POST /codes/tags/delete`: removes a tag from all codes. The codes stay. */
export async function removeTag(c: DashboardContext): Promise<Response> {
  const tag = await findTag(c, (await readForm(c)).value('name'));
  const deleted = await deleteTag(c.get('deps'), c.get('person'), tag.name);
  if (!deleted.ok) throw toPageError(deleted.error);
  return redirectSaying(c, '/codes/tags', 'tag_deleted');
}

async function findTagOrNull(c: DashboardContext, name: string) {
  const key = toTagKey(name.normalize('NFC'));
  return (await findTags(c.get('deps').db, c.get('person').account.id, [key])).get(key) ?? null;
}

async function findTag(c: DashboardContext, name: string) {
  return found(await findTagOrNull(c, name));
}

function toPageError(problem: TagProblem): PageError {
  if (problem.reason === 'tag_not_found') return pageNotFound();
  const message = say(
    'The tag “{tag}” is being merged with another one, which takes a few minutes. Try again later.',
    { tag: problem.name },
  );
  return new PageError(409, say('Nothing was changed'), message, toTags());
}

function toTags() {
  return { href: '/codes/tags', label: say('Back to the tags') };
}
