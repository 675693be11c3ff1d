import { nameList, nameQuery, newNameBody } from '#contract/codes/names.ts';
import { ApiError, notFound } from '#contract/problems/api-error.ts';
import { toUsualError } from '#contract/usual-problem.ts';
import { listNames } from '#contract/resources.ts';
import { MAX_NAMES } from '#core/links/added-name.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { addName as add, type NameProblem, removeName } from '#service/links/names.ts';
import { findQrCode } from '#storage/codes/qr-codes.ts';
import { listAddedNames } from '#storage/links/names.ts';
import { NAMES } from '../examples.ts';
import { type Caller, operation } from '../operation.ts';
import { readCodeId } from './read-code-id.ts';

/** `/v1/qr/{id}/names`: further short links of a code. */

export const addName = operation({
  method: 'post',
  path: '/v1/qr/{id}/names',
  summary: 'Give a code another name',
  description: `Another short link that leads where the code leads: an old print, or a better word. It works within 10 seconds, and statistics count it by itself with \`include=name\`. A code has at most ${MAX_NAMES} names besides its id. A name that it has already is no error.`,
  find: findOwn,
  body: newNameBody,
  bodyExample: { path: 'spring-sale' },
  response: nameList,
  example: NAMES,
  errors: ['name_taken', 'limit_reached', 'quota_exceeded'],
  async handle({ deps, actor, hosts, found, body: { host = null, path } }) {
    const added = await add(deps, actor, found, { host, path });
    if (!added.ok) throw toNameError(added.error);
    return { data: listNames(found, await listAddedNames(deps.db, found.codeId), hosts) };
  },
});

export const deleteName = operation({
  method: 'delete',
  path: '/v1/qr/{id}/names',
  summary: 'Take a name from a code',
  description:
    'Its short link then leads nowhere, within 30 seconds. No other account can get the name; you can give it to a code of yours again. The printed name and the id stay for ever.',
  find: findOwn,
  query: nameQuery,
  response: nameList,
  example: { data: NAMES.data.slice(0, 1) },
  errors: ['name_is_printed'],
  async handle({ deps, actor, hosts, found, query: { host = null, path } }) {
    const removed = await removeName(deps, actor, found.codeId, { host, path });
    if (!removed.ok) {
      const { reason, name } = removed.error;
      throw reason === 'name_is_printed'
        ? new ApiError('name_is_printed', `The name ${name} is printed, so the code keeps it for ever.`)
        : new ApiError('not_found', `The code has no name ${name}.`);
    }
    return { data: listNames(found, await listAddedNames(deps.db, found.codeId), hosts) };
  },
});

async function findOwn(caller: Caller): Promise<QrCode> {
  const found = await findQrCode(caller.deps.db, caller.actor.account.id, await readCodeId(caller));
  if (!found) throw notFound();
  return found;
}

function toNameError(problem: NameProblem): ApiError {
  switch (problem.reason) {
    case 'name_taken':
      return new ApiError(
        'name_taken',
        `Another code has or had the name ${problem.name}. Choose another one.`,
      );
    case 'too_many_names':
      return new ApiError(
        'limit_reached',
        `A code has at most ${MAX_NAMES} names. Delete one that you no longer need.`,
      );
    default:
      return toUsualError(problem, 'name');
  }
}
