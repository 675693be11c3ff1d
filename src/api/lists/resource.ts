import type { z } from 'zod';
import { deletionOf, listOf, longListQuery, shortListQuery } from '#contract/lists.ts';
import type { Page } from '#core/lists/take-page.ts';
import type { ApiError } from '#contract/problems/api-error.ts';
import type { ErrorCode } from '#contract/problems/error-codes.ts';
import { toUsualError, type UsualProblem } from '#contract/usual-problem.ts';
import type { Result } from '#core/result.ts';
import type { Call, Caller, Operation } from '../operation.ts';
import { cutPage, toPage } from './page.ts';

interface Described<Item, Shown> {
  /** In the singular: `webhook`. Its paths, its words and its 404 are made from it. */
  readonly name: string;
  /** Which one to delete if there are too many. */
  readonly spare?: string;
  readonly schema: z.ZodType<Shown>;
  readonly example: { readonly id: string };
  readonly show: (item: Item, caller: Caller) => Shown;
  /** The one with this id, if it is the account's. */
  readonly find: (caller: Caller, id: string) => Item | null | Promise<Item | null>;
}

/** How a long list is read, and its cursors. */
interface Pages<Item, Position> {
  readonly parse: (text: string) => Position | null;
  readonly format: (position: Position) => string;
  readonly readPage: (
    caller: Caller,
    page: { readonly limit: number; readonly after: Position | null },
  ) => Promise<Page<Item, Position>>;
}

interface Deletion {
  readonly description: string;
  /** Why it can be refused. */
  readonly errors?: readonly ErrorCode[];
  readonly remove: (caller: Caller, id: string) => Promise<unknown>;
}

/** What a use case gives: null if the thing is gone. */
type Outcome<Value> = Result<Value | null, UsualProblem>;

/** What differs between operations that create or change a resource. */
interface Writing<Item, Found, Body extends z.ZodType, Read>
  extends
    Pick<Operation, 'description' | 'bodyExample' | 'errors' | 'maxBodyBytes'>,
    Partial<Pick<Operation, 'summary' | 'example'>> {
  readonly find?: (caller: Caller) => Found | Promise<Found>;
  readonly body: Body;
  readonly read?: (caller: Caller, json: unknown) => Read | Promise<Read>;
  readonly write: (call: Call<Found, unknown, Read>) => Promise<Outcome<Item>>;
}

/** What an account has some of, each with an id: what the operations on all such things have in common, and those that differ in nouns only. */
export class Resource<Item, Shown extends { readonly id: string }> {
  readonly path: string;
  readonly onePath: string;
  readonly #of: Described<Item, Shown>;
  readonly #aName: string;

  constructor(of: Described<Item, Shown>) {
    this.#of = of;
    this.path = `/v1/${of.name}s`;
    this.onePath = `${this.path}/{${of.name}_id}`;
    this.#aName = `${/^[aeiou]/.test(of.name) ? 'an' : 'a'} ${of.name}`;
  }

  readonly idIn = ({ params }: Caller): string => params[`${this.#of.name}_id`] ?? '';

  /** Throws a 404 if there is no such thing, or no longer. */
  require<Found>(found: Found | null): Found {
    if (found === null) throw this.toError({ reason: 'not_found' });
    return found;
  }

  /** What a use case gives. Throws an error of the contract if it gives none. */
  unwrap<Value>(outcome: Outcome<Value>): Value {
    if (!outcome.ok) throw this.toError(outcome.error);
    return this.require(outcome.value);
  }

  toError(problem: UsualProblem): ApiError {
    return toUsualError(problem, this.#of.name, this.#of.spare);
  }

  readonly findOwn = async (caller: Caller): Promise<Item> =>
    this.require(await this.#of.find(caller, this.idIn(caller)));

  #listing(description: string) {
    const { name, schema, example } = this.#of;
    return {
      method: 'get',
      path: this.path,
      summary: `List the ${name}s of the account`,
      description,
      response: listOf(schema),
      example: { data: [example], has_more: false, next_cursor: null },
    } as const;
  }

  list(description: string, readAll: (caller: Caller) => Promise<readonly Item[]>): Operation {
    const { name, show } = this.#of;
    const query = shortListQuery(`${name}s`);
    return {
      ...{ ...this.#listing(description), query },
      async handle(call) {
        const all = (await readAll(call)).map((item) => show(item, call));
        return cutPage(all, call.query as z.output<typeof query>);
      },
    };
  }

  /** The same of a list that may be long. */
  listPages<Position>(description: string, pages: Pages<Item, Position>): Operation {
    const { name, show } = this.#of;
    return {
      ...{ ...this.#listing(description), query: longListQuery(`${name}s`, pages.parse) },
      async handle(call) {
        const { limit, cursor = null } = call.query as { readonly limit: number; readonly cursor?: Position };
        const { items, next } = await pages.readPage(call, { limit, after: cursor });
        const data = items.map((item) => show(item, call));
        return toPage(data, next && pages.format(next));
      },
    };
  }

  read(description: string, summary = `Read ${this.#aName}`): Operation {
    const { schema, example, show } = this.#of;
    return {
      ...{ method: 'get', path: this.onePath, summary, description },
      ...{ find: this.findOwn, response: schema, example },
      handle: (call) => show(call.found as Item, call),
    };
  }

  create<Body extends z.ZodType, Read = z.output<Body>>(of: Writing<Item, unknown, Body, Read>): Operation {
    return this.#writing({ method: 'post', path: this.path, summary: `Create ${this.#aName}` }, of);
  }

  /** By default, it finds the one that the path names. */
  update<Body extends z.ZodType, Read = z.output<Body>, Found = Item>(
    of: Writing<Item, Found, Body, Read>,
  ): Operation {
    const summary = `Change ${this.#aName}`;
    return this.#writing({ method: 'patch', path: this.onePath, summary, find: this.findOwn }, of);
  }

  #writing<Found, Body extends z.ZodType, Read>(
    usual: Pick<Operation, 'method' | 'path' | 'summary' | 'find'>,
    { write, ...own }: Writing<Item, Found, Body, Read>,
  ): Operation {
    const { schema: response, example, show } = this.#of;
    return {
      ...{ ...usual, response, example, ...own },
      // As of any operation, only serve.ts calls it, with what it has validated.
      handle: async (call) => show(this.unwrap(await write(call as Call<Found, unknown, Read>)), call),
    };
  }

  delete({ description, errors = [], remove }: Deletion): Operation {
    const { name, example } = this.#of;
    return {
      ...{ method: 'delete', path: this.onePath, summary: `Delete ${this.#aName}`, description, errors },
      response: deletionOf(name, {}),
      example: { id: example.id, deleted: true },
      handle: async (call) => {
        const id = this.idIn(call);
        await remove(call, id);
        return { id, deleted: true };
      },
    };
  }
}
