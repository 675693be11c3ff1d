import { renamedTag, tagDeletion, tagList } from '#contract/codes/organise-responses.ts';
import { tagBody, tagQuery } from '#contract/codes/tags.ts';
import { formatTagCursor, parseTag } from '#core/codes/tags.ts';
import { deleteTag as takeTagAway, readTags, renameTagTo, type TagProblem } from '#service/codes/tags.ts';
import { ApiError } from '#contract/problems/api-error.ts';
import { type Caller, operation } from '../operation.ts';
import { toPage } from '../lists/page.ts';

/** `/v1/tags` */

export const listTags = operation({
  method: 'get',
  path: '/v1/tags',
  summary: 'List the tags of the account',
  description: 'In alphabetical order, each with the number of codes that have it.',
  query: tagQuery,
  response: tagList,
  example: { data: [{ name: 'Menus', codes: 312 }], has_more: false, next_cursor: null },
  async handle({ deps, actor, query: { limit, cursor } }) {
    const { items, next } = await readTags(deps, actor.account.id, { limit, after: cursor ?? null });
    const data = items.map(({ name, codes }) => ({ name, codes }));
    return toPage(data, next === null ? null : formatTagCursor(next));
  },
});

export const renameTag = operation({
  method: 'patch',
  path: '/v1/tags/{name}',
  summary: 'Rename a tag or merge it into another one',
  description:
    'If another tag has the new name, the two are merged. With very many codes, merging takes a few minutes; `remaining` is the number of codes that still have the old name.',
  find: readName,
  body: tagBody,
  bodyExample: { name: 'Cards' },
  response: renamedTag,
  example: { name: 'Cards', codes: 312, remaining: 0 },
  errors: ['tag_is_merging'],
  async handle({ deps, actor, found: name, body }) {
    const renamed = await renameTagTo(deps, actor, name, body.name);
    if (!renamed.ok) throw toTagError(renamed.error);
    const { tag, remaining } = renamed.value;
    return { name: tag.name, codes: tag.codes, remaining };
  },
});

export const deleteTag = operation({
  method: 'delete',
  path: '/v1/tags/{name}',
  summary: 'Remove a tag from all codes',
  description: 'The codes stay.',
  find: readName,
  response: tagDeletion,
  example: { name: 'Menus', deleted: true },
  errors: ['tag_is_merging'],
  async handle({ deps, actor, found: name }) {
    const deleted = await takeTagAway(deps, actor, name);
    if (!deleted.ok) throw toTagError(deleted.error);
    return { name: deleted.value.name, deleted: true as const };
  },
});

/** The tag in a path. An invalid tag is treated as one that no code has. */
function readName({ params }: Caller): string {
  const tag = parseTag(params['name'] ?? '');
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
