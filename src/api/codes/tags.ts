import { type Context, Hono } from 'hono';
import type { z } from 'zod';
import { formatTagCursor, parseTag } from '#core/codes/tags.ts';
import { deleteTag, readTags, renameTagTo, type TagProblem } from '#service/codes/tags.ts';
import type { AppEnv } from '../app-env.ts';
import { readJsonBody } from '../json-body.ts';
import { tagBody, tagQuery } from '#contract/tags.ts';
import { noQuery } from '#contract/requests.ts';
import type { renamedTag, tagDeletion, tagList } from '#contract/organise-responses.ts';
import { readQuery, validate, validateQuery } from '../validation.ts';
import { ApiError } from '../errors.ts';
import { allowOnly } from '../middleware/allow-only.ts';

/** `/v1/tags` */
export const tagRoutes = new Hono<AppEnv>()
  .get('/', list)
  .all('/', allowOnly('GET, HEAD'))
  .patch('/:name', rename)
  .delete('/:name', remove)
  .all('/:name', allowOnly('PATCH, DELETE'));

async function list(c: Context<AppEnv>): Promise<Response> {
  const { limit, cursor } = validateQuery(tagQuery, readQuery(c.req.url));
  const { tags, next } = await readTags(c.get('deps'), c.get('account').id, { limit, after: cursor ?? null });
  const body: z.output<typeof tagList> = {
    data: tags.map(({ name, codes }) => ({ name, codes })),
    has_more: next !== null,
    next_cursor: next === null ? null : formatTagCursor(next),
  };
  return c.json(body);
}

async function rename(c: Context<AppEnv>): Promise<Response> {
  const name = readName(c);
  validateQuery(noQuery, readQuery(c.req.url));
  const { name: newName } = validate(tagBody, (await readJsonBody(c.req.raw)).json);
  const renamed = await renameTagTo(c.get('deps'), c.get('account').id, name, newName);
  if (!renamed.ok) throw toTagError(renamed.error);
  const { tag, remaining } = renamed.value;
  const body: z.output<typeof renamedTag> = { name: tag.name, codes: tag.codes, remaining };
  return c.json(body);
}

async function remove(c: Context<AppEnv>): Promise<Response> {
  const name = readName(c);
  validateQuery(noQuery, readQuery(c.req.url));
  const deleted = await deleteTag(c.get('deps'), c.get('account').id, name);
  if (!deleted.ok) throw toTagError(deleted.error);
  const body: z.output<typeof tagDeletion> = { name: deleted.value.name, deleted: true };
  return c.json(body);
}

/** The tag of a path. What is no tag is a tag that nobody has. */
function readName(c: Context<AppEnv>): string {
  const tag = parseTag(c.req.param('name') ?? '');
  return tag.ok ? tag.value : '';
}

function toTagError(problem: TagProblem): ApiError {
  switch (problem.reason) {
    case 'tag_not_found':
      return new ApiError('not_found', 'None of your codes has this tag.');
    case 'tag_is_merging':
      return new ApiError(
        'tag_is_merging',
        `The tag "${problem.name}" is being merged with another one, which takes some minutes. Try again later.`,
      );
  }
}
