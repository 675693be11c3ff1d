import type { ContentProblem, StaticContent } from './static-content.ts';
import { ok, type Result } from '../result.ts';

/** Any text, as it is. A link cannot carry it. */
export function parseText(target: string): Result<StaticContent, ContentProblem> {
  return ok({ symbolContent: target, redirectTo: null });
}
