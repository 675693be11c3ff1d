import { err, type Result } from '#core/result.ts';
import type { Refused } from './check-all.ts';
import type { Problem } from './problems.ts';

/** Finds what the core has against each of the given inputs. */
export type FindProblems<Rest> = (rests: readonly Rest[]) => Promise<readonly (readonly Problem[])[]>;

/** Lists every problem of refused bodies: those of the schema, and what `find` finds in the rest. */
export async function nameAllFaults<T, Rest>(
  bodies: readonly Result<T, Refused<Rest>>[],
  find: FindProblems<Rest>,
): Promise<readonly Result<T, readonly Problem[]>[]> {
  const rests = bodies.flatMap((body) => (body.ok || body.error.rest === null ? [] : [body.error.rest]));
  const found = rests.length === 0 ? [] : await find(rests);
  const remaining = found.values();
  return bodies.map((body) => {
    if (body.ok) return body;
    const more = body.error.rest === null ? [] : (remaining.next().value ?? []);
    return err(body.error.join(more));
  });
}
