import { z } from 'zod';

/** A part of a result that makes a message better, and that nothing depends on: in any other form it counts as missing. */
export function extra<T>(form: z.ZodType<T>) {
  return form.nullish().catch(null);
}

/** What Cloudflare's API puts around every result. Whoever asks for a result says its form, of the parts that are used. */
const ENVELOPE = z.object({
  success: z.boolean(),
  result: z.unknown(),
  errors: extra(z.array(z.object({ code: extra(z.number()), message: extra(z.string()) }))),
  result_info: extra(
    z.object({
      total_pages: extra(z.number()),
      total_count: extra(z.number()),
      per_page: extra(z.number()),
    }),
  ),
});

type Envelope = z.infer<typeof ENVELOPE>;

/** A response, read to its end. */
export interface Answer {
  readonly status: number;
  readonly isOk: boolean;
  readonly text: string;
  /** The body as JSON; undefined if it is none. */
  readonly json: unknown;
  /** Null if the body is not Cloudflare's. */
  readonly envelope: Envelope | null;
  /** How long Cloudflare asks to wait; null if it does not say. */
  readonly retryAfterMs: number | null;
}

interface Failure {
  readonly status: number;
  readonly code?: number;
  readonly message: string;
  /** Whether Cloudflare's API itself has spoken, and not something before it. */
  readonly isOfCloudflare?: boolean;
  /** Whether Cloudflare's API said that it did what was asked, in a form that this version cannot read. */
  readonly isUnknownForm?: boolean;
  readonly retryAfterMs?: number | null;
}

/** A refusal of Cloudflare's API, no response at all (status 0), or a response that it cannot have given. */
export class CloudflareError extends Error {
  readonly status: number;
  /** Cloudflare's own number for the error; 0 if it gave none. */
  readonly code: number;
  readonly isOfCloudflare: boolean;
  readonly isUnknownForm: boolean;
  readonly retryAfterMs: number | null;

  constructor(failure: Failure) {
    super(failure.message);
    this.name = 'CloudflareError';
    this.status = failure.status;
    this.code = failure.code ?? 0;
    this.isOfCloudflare = failure.isOfCloudflare ?? false;
    this.isUnknownForm = failure.isUnknownForm ?? false;
    this.retryAfterMs = failure.retryAfterMs ?? null;
  }

  /** Whether the same request can succeed a moment later. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }

  /** Whether Cloudflare refuses the token; a firewall on the way there says nothing about it. */
  get isForbidden(): boolean {
    return this.isOfCloudflare && (this.status === 401 || this.status === 403);
  }

  /** Whether Cloudflare says that there is no such thing. */
  get isAbsent(): boolean {
    return this.isOfCloudflare && this.status === 404;
  }
}

/** The failure of Cloudflare's API behind an error; null if there is none. The database layer wraps it. */
export function findCloudflareError(error: unknown): CloudflareError | null {
  return causesOf(error).find((cause) => cause instanceof CloudflareError) ?? null;
}

/** An error, its cause, the cause of that, and so on. */
export function causesOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}

/** The number of pages of a list; some lists say only how many items there are. */
export function countPages({ envelope }: Answer, pageSize: number): number {
  const { total_pages: pages, total_count: items, per_page: size } = envelope?.result_info ?? {};
  return pages ?? Math.ceil((items ?? 0) / (size || pageSize));
}

export async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  const json = parseJson(text);
  return {
    status: response.status,
    isOk: response.ok,
    text,
    json,
    envelope: ENVELOPE.safeParse(json).data ?? null,
    retryAfterMs: readRetryAfter(response.headers.get('retry-after')),
  };
}

export function noResponse(error: unknown): CloudflareError {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new CloudflareError({ status: 0, message: `Cloudflare's API gives no response (${reason})` });
}

/** What an answer that is not the wanted one means. */
export function failureOf({ status, isOk, text, envelope, json, retryAfterMs }: Answer): CloudflareError {
  if (envelope && !(isOk && envelope.success)) {
    const [error] = envelope.errors ?? [];
    const message = error?.message ?? `Cloudflare's API gives status ${status} without a reason`;
    return new CloudflareError({
      status,
      code: error?.code ?? 0,
      message,
      isOfCloudflare: true,
      retryAfterMs,
    });
  }
  const message = `${describeBody(text, json)} came back instead of an answer of Cloudflare's API (status ${status})`;
  return new CloudflareError({ status, message, retryAfterMs });
}

/** A result that lacks what is used of it. */
export function unknownForm({ status }: Answer, { issues }: z.ZodError): CloudflareError {
  const path = ['result', ...(issues[0]?.path ?? [])].join('.');
  const message = `Cloudflare's API answers in a form that this version does not know (${path})`;
  return new CloudflareError({ status, message, isUnknownForm: true });
}

function describeBody(text: string, json: unknown): string {
  if (text.trim() === '') return 'nothing';
  const title = /<title>([^<]{1,80})/i.exec(text)?.[1]?.trim();
  if (/^\s*</.test(text)) return title ? `the web page "${title}"` : 'a web page';
  if (json === undefined) return `the text "${text.trim().slice(0, 80)}"`;
  return 'JSON of an unknown form';
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Seconds, or a date (RFC 9110). */
function readRetryAfter(value: string | null): number | null {
  if (value === null) return null;
  const untilMs = /^\d+$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(untilMs) ? null : Math.max(0, untilMs);
}
