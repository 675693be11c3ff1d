import type { z } from 'zod';
import type { ErrorCode } from '#contract/problems/error-codes.ts';
import type { Operation } from '../operation.ts';
import type { OPERATIONS } from '../operations.ts';

type Operations = typeof OPERATIONS;
export type OperationId = keyof Operations;

/** A file, in one of these media types: all are bytes, so that generators make one type of them. */
interface BinaryResponse {
  readonly files: readonly string[];
}

/** What people read about an operation. Its path, query and body it says itself; what all operations share, the document adds. */
interface Description<Output extends object = object> {
  readonly summary: string;
  readonly description: string;
  readonly requestHeaders?: readonly ('Idempotency-Key' | 'If-Match' | 'If-None-Match')[];
  /** Where the body is validated by the handler, because it depends on what is stored. */
  readonly bodySchema?: z.ZodType;
  readonly bodyExample?: unknown;
  /** Instead of JSON: texts of these media types, each with an example. */
  readonly textBody?: Readonly<Record<string, string>>;
  /** Instead of JSON: a file, in one of these media types. */
  readonly fileBody?: readonly string[];
  /** The schema of its JSON, or another media type: one for each operation, because generators merge several into one type. */
  readonly response: [Output] extends [never]
    ? z.ZodType | 'text/csv' | 'application/x-ndjson' | BinaryResponse
    : z.ZodType<Output>;
  readonly responseHeaders?: readonly (
    | 'ETag'
    | 'Idempotent-Replayed'
    | 'Link'
    | 'Symbol-Version'
    | 'Upsert'
  )[];
  /** Of a file there is none. */
  readonly example?: unknown;
  /** Another success, without a body. */
  readonly isNotModifiedPossible?: true;
  /** Errors beyond those of every operation and of every body. */
  readonly errors?: readonly ErrorCode[];
}

/** An operation with what people read about it. */
export interface DescribedOperation extends Operation, Description<never> {
  readonly operationId: OperationId;
}

type DescriptionOf<Declared> = Declared extends Operation<infer Output> ? Description<Output> : never;

/** Some operations, each with what people read about it: the schema of a response must be that of what the handler gives. */
export type Documentation = { readonly [id in OperationId]?: DescriptionOf<Operations[id]> };
