import type * as z from 'zod';
import type { Operation } from '../operation.ts';

/** What an assistant sends to a tool. */
export type Arguments = Readonly<Record<string, unknown>>;

/** Runs an operation as a request to /v1 runs it. `text` is the body of an operation that takes a file. */
type RunOperation = (operation: Operation, args: Arguments, text?: string) => Promise<Response>;

/** A tool of assistants: operations of the API under one name. Its arguments, results and errors are those of the operations. */
export interface Tool {
  readonly title: string;
  readonly description: string;
  readonly hints: { readonly readOnly?: true; readonly destructive?: true; readonly idempotent?: true };
  /** Those whose paths match both: the first one runs. */
  readonly operations: readonly Operation[];
  /** Arguments that no operation has, or that are narrower here. */
  readonly own?: z.ZodObject;
  /** Arguments of the operations that it does not take. */
  readonly omits?: readonly string[];
  readonly run: (args: Arguments, run: RunOperation) => Promise<Response>;
  /** The result in a sentence, which holds nothing that people wrote: docs/decisions/assistants.md. */
  readonly say: (result: Arguments, headers: Headers) => string;
}
