import type { z } from 'zod';
import type { ErrorCode } from '#contract/problems/error-codes.ts';
import type { Operation } from '../operation.ts';
import type { OPERATIONS } from '../operations.ts';

type Operations = typeof OPERATIONS;
export type OperationId = keyof Operations;

/** A file in one of these media types. All are bytes, so that generators make one type of them. */
interface BinaryResponse {
  readonly files: readonly string[];
}

/**
 * The description of an operation for people. Its path, query and body come from its declaration; the document adds what all operations
 * share.
 */
interface Description<Output extends object = object> {
  readonly summary: string;
  readonly description: string;
  readonly requestHeaders?: readonly ('Idempotency-Key' | 'If-Match' | 'If-None-Match')[];
  /** The body, if the handler validates it, because it depends on stored data. */
  readonly bodySchema?: z.ZodType;
  readonly bodyExample?: unknown;
  /** Instead of JSON: texts in these media types, each with an example. */
  readonly textBody?: Readonly<Record<string, string>>;
  /** Instead of JSON: a file in one of these media types. */
  readonly fileBody?: readonly string[];
  /** The schema of its JSON, or another media type: only one for each operation, because generators merge several into one type. */
  readonly response: [Output] extends [never]
    ? z.ZodType | 'text/csv' | 'application/x-ndjson' | BinaryResponse
    : z.ZodType<Output>;
  readonly responseHeaders?: readonly (
    | 'ETag'
    | 'Idempotent-Replayed'
    | 'Link'
    | 'RateLimit'
    | 'Retry-After'
    | 'Symbol-Version'
    | 'Upsert'
  )[];
  /** A file has none. */
  readonly example?: unknown;
  /** Another success status, without a body. */
  readonly isNotModifiedPossible?: true;
  /** Errors in addition to those of every operation and every body. */
  readonly errors?: readonly ErrorCode[];
}

/** An operation with its description. */
export interface DescribedOperation extends Operation, Description<never> {
  readonly operationId: OperationId;
}

type DescriptionOf<Declared> = Declared extends Operation<infer Output> ? Description<Output> : never;

/** Some operations with their descriptions: the schema of a response must match what the handler returns. */
export type Documentation = { readonly [id in OperationId]?: DescriptionOf<Operations[id]> };
