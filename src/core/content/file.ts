import { err, ok, type Result } from '../result.ts';
import type { ContentFault } from './content-fault.ts';
import type { ContentOptions, StaticContent } from './static-content.ts';

/** The id of a file of the account. Its short link leads to the file's address. */
export function parseFile(target: string, { files }: ContentOptions): Result<StaticContent, ContentFault> {
  const address = files?.get(target) ?? null;
  if (files && address === null) return err({ code: 'no_file', values: {} });
  return ok({ symbolContent: target, redirectTo: address });
}
