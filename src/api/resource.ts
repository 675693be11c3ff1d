import type { z } from 'zod';
import { deletionOf, listOf, shortListQuery } from '#contract/lists.ts';
import { ApiError } from '#contract/problems/api-error.ts';
import type { ErrorCode } from '#contract/problems/error-codes.ts';
import type { Caller, Operation } from './operation.ts';
import { cutPage } from './page.ts';

interface Resource<Item, Shown> {
  /** In the singular: `webhook`. Its paths, its words and its 404 are made from it. */
  readonly name: string;
  readonly schema: z.ZodType<Shown>;
  readonly example: { readonly id: string };
  readonly show: (item: Item, caller: Caller) => Shown;
  /** The one with this id, if it is the account's. */
  readonly find: (caller: Caller, id: string) => Item | null | Promise<Item | null>;
}

interface Deletion {
  readonly description: string;
  /** Why it can be refused. */
  readonly errors?: readonly ErrorCode[];
  readonly remove: (caller: Caller, id: string) => Promise<unknown>;
}

/** What an account has a few of, each with an id: what operations on all such things have in common, and those that differ in nouns only. */
export function resourceOf<Item, Shown extends { readonly id: string }>({
  name,
  schema,
  example,
  show,
  find,
}: Resource<Item, Shown>) {
  const path = `/v1/${name}s`;
  const onePath = `${path}/{${name}_id}`;
  const query = shortListQuery(`${name}s`);
  const aName = `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`;

  const idIn = ({ params }: Caller) => params[`${name}_id`] ?? '';

  const gone = () => new ApiError('not_found', `There is no ${name} with this id in your account.`);

  /** Throws a 404 if there is no such thing, or no longer. */
  function require<Found>(found: Found | null): Found {
    if (found === null) throw gone();
    return found;
  }

  const findOwn = async (caller: Caller): Promise<Item> => require(await find(caller, idIn(caller)));

  return {
    ...{ path, onePath, idIn, gone, require, findOwn },
    list: (description: string, readAll: (caller: Caller) => Promise<readonly Item[]>): Operation => ({
      ...{ method: 'get', path, summary: `List the ${name}s of the account`, description },
      query,
      response: listOf(schema),
      example: { data: [example], has_more: false, next_cursor: null },
      async handle(call) {
        const all = (await readAll(call)).map((item) => show(item, call));
        return cutPage(all, call.query as z.output<typeof query>);
      },
    }),
    read: (description: string, summary = `Read ${aName}`): Operation => ({
      ...{ method: 'get', path: onePath, summary, description, find: findOwn, response: schema, example },
      handle: (call) => show(call.found as Item, call),
    }),
    delete: ({ description, errors = [], remove }: Deletion): Operation => ({
      ...{ method: 'delete', path: onePath, summary: `Delete ${aName}`, description, errors },
      response: deletionOf(name, {}),
      example: { id: example.id, deleted: true },
      async handle(call) {
        const id = idIn(call);
        await remove(call, id);
        return { id, deleted: true };
      },
    }),
  };
}
