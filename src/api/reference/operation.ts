import type { z } from 'zod';
import type { ErrorCode } from '#contract/error-codes.ts';

/** A file, in one of these media types: all are bytes, so that generators make one type of them. */
interface BinaryResponse {
  readonly files: readonly string[];
}

/** What one operation of the interface has of its own. The document adds what all operations share. */
export interface Operation {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly isPublic?: true;
  /** `QR codes`, or `Service` where it is public, unless this says otherwise. */
  readonly tag?: 'Account' | 'Images' | 'Imports' | 'Exports' | 'Templates';
  readonly query?: z.ZodObject;
  readonly requestHeaders?: readonly ('Idempotency-Key' | 'If-Match' | 'If-None-Match')[];
  readonly body?: { readonly schema: z.ZodType; readonly example: unknown };
  /** Instead of JSON: texts of these media types, each with an example. */
  readonly textBody?: Readonly<Record<string, string>>;
  /** Instead of JSON: a file, in one of these media types. */
  readonly fileBody?: readonly string[];
  /** The schema of its JSON, or another media type: one for each operation, because generators merge several into one type. */
  readonly response: z.ZodType | 'text/csv' | 'application/x-ndjson' | BinaryResponse;
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
  /** Errors of this operation beyond those that every one may have. */
  readonly errors: readonly ErrorCode[];
}

/** Errors of every operation that takes a body. */
export const WRITE_ERRORS = [
  'malformed_json',
  'invalid_request',
  'insufficient_scope',
  'payload_too_large',
  'unsupported_media_type',
] as const;
