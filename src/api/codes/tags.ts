import type { z } from 'zod';
import type { renamedTag, tagDeletion, tagList } from '#contract/codes/organise-responses.ts';
import { tagBody, tagQuery } from '#contract/codes/tags.ts';
import { formatTagCursor, parseTag } from '#core/codes/tags.ts';
import { deleteTag as takeTagAway, readTags, renameTagTo, type TagProblem } from '#service/codes/tags.ts';
import { ApiError } from '#contract/problems/api-error.ts';
import { type ApiContext, operation } from '../operation.ts';
import { toPage } from '../page.ts';

/** `/v1/tags` */

export const listTags = operation({
  method: 'get',
  path: '/v1/tags',
  query: tagQuery,
  async handle({ deps, account, query: { limit, cursor } }): Promise<z.output<typeof tagList>> {
    const { tags, next } = await readTags(deps, account.id, { limit, after: cursor ?? null });
    const data = tags.map(({ name, codes }) => ({ name, codes }));
    return toPage(data, next === null ? null : formatTagCursor(next));
  },
});

export const renameTag = operation({
  method: 'patch',
  path: '/v1/tags/{name}',
  find: readName,
  body: tagBody,
  async handle({ deps, account, found: name, body }): Promise<z.output<typeof renamedTag>> {
    const renamed = await renameTagTo(deps, account.id, name, body.name);
    if (!renamed.ok) throw toTagError(renamed.error);
    const { tag, remaining } = renamed.value;
    return { name: tag.name, codes: tag.codes, remaining };
  },
});

export const deleteTag = operation({
  method: 'delete',
  path: '/v1/tags/{name}',
  find: readName,
  async handle({ deps, account, found: name }): Promise<z.output<typeof tagDeletion>> {
    const deleted = await takeTagAway(deps, account.id, name);
    if (!deleted.ok) throw toTagError(deleted.error);
    return { name: deleted.value.name, deleted: true };
  },
});

/** The tag in a path. An invalid tag is treated as one that no code has. */
function readName(c: ApiContext): string {
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
