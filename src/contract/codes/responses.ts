import * as z from 'zod';
import { UPSERT_OUTCOMES } from '#core/codes/code-request.ts';
import { ERROR_STATUS, type ErrorCode } from '../problems/error-codes.ts';
import { PLAN_NAMES } from '#core/accounts/plan.ts';
import { QUOTA_NAMES, type QuotaName, RELEASED_AFTER_DAYS } from '#core/accounts/quota.ts';
import { CONTENT_TYPES } from '#core/content/content.ts';
import { IMAGE_FORMATS } from '#core/codes/qr-code.ts';
import { CODE_STATUSES } from '#core/control/status.ts';
import { pageOf } from '../lists.ts';
import { shownContent } from './content.ts';
import { shownGs1 } from '../gs1/identity.ts';
import { open } from '../open.ts';
import { controlSettings, texts } from './control.ts';
import { shownTexts } from './own-texts.ts';
import { color, shownLevel, styleDetails } from '../styles/styles.ts';

/** Present in `GET /v1/qr/{id}` if an address that the code leads to does not work. */
const targetProblem = z
  .object({
    url: z.string().describe('The address.'),
    status: z.int().nullable().describe('The status of its response. Null if there was none.'),
    message: z.string(),
    since: z.string().meta({ format: 'date-time' }).describe('When it first failed.'),
  })
  .describe('Present if an address that the code leads to does not work. Not in lists.')
  .meta({ id: 'TargetProblem' });

/** A name of a code in short links. */
export const shownName = z
  .object({
    host: z.string().nullable().describe('Null for the host of the service.'),
    path: z.string(),
    short_url: z.string().meta({ format: 'uri' }),
    is_printed: z.boolean().describe('The printed name stays for ever.'),
    created_at: z.string().meta({ format: 'date-time' }),
  })
  .meta({ id: 'Name', description: 'A name of a code in short links.' });

/**
 * The responses of /v1 in their JSON form. They give the code its types and the OpenAPI document its schemas; tests check every response
 * against them. They are open: a caller that validates must tolerate new fields and values. Only the nine fields of a new code are closed.
 */

const contentType = open(z.enum(CONTENT_TYPES).meta({ id: 'ContentType' }));
const codeStatus = open(z.enum(CODE_STATUSES).meta({ id: 'CodeStatus' }));
const imageFormat = open(z.enum(IMAGE_FORMATS).meta({ id: 'ImageFormat' }));
const errorCode = open(
  z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]).meta({ id: 'ErrorCode' }),
);

export const id = z.string().regex(/^qr_[0-9a-hjkmnp-tv-z]{8}$/);
const url = z.string().meta({ format: 'uri' });
export const timestamp = z.string().meta({ format: 'date-time' });
export const count = z.int().min(0);

const { title, ...filedTexts } = shownTexts;

/** What only the account sees, of any code. */
export const filing = {
  ...filedTexts,
  tags: texts.describe('In alphabetical order, each in the spelling of its first use.'),
  metadata: z.record(z.string(), z.string()),
  archived: z.boolean().describe('Whether lists hide the code. Scans are still redirected.'),
};

export const qrCode = z
  .strictObject({
    id: id.describe('The code: `qr_` and its code id.'),
    type: contentType.describe('The type of its content.'),
    target: z.string().describe('Where the code leads, or what it contains, as you sent it.'),
    dynamic: z.boolean().describe('Whether the code can be edited and its scans are counted.'),
    short_url: url.describe(
      'The short link; of a GS1 code, its GS1 Digital Link URI. It responds with 410 once the code is deleted.',
    ),
    image_url: url.describe('The PNG.'),
    svg_url: url.describe('The SVG.'),
    scans: count.describe('All scans since the code was created.'),
    created_at: timestamp,
  })
  .meta({ id: 'QrCode', description: 'A QR code: exactly these nine fields.' });

export const qrCodeDetails = z
  .object({
    ...qrCode.shape,
    title,
    color: z.object({ dark: color, light: color }),
    format: imageFormat.describe('The preferred image format. There are both.'),
    size: z.int().describe('Width and height of the images, in pixels.'),
    margin: z.int().describe('Quiet zone, in modules.'),
    error_correction: shownLevel.describe('The error correction level of the symbol.'),
    updated_at: timestamp,
    status: codeStatus.describe('What happens on a scan now.'),
    ...controlSettings,
    content: shownContent,
    ...filing,
    original_created_at: timestamp
      .nullable()
      .describe(
        'When the code was created in the service that it was imported from. Null if it was created here.',
      ),
    imported_scans: count
      .nullable()
      .describe(
        'Its scans in the service that it was imported from. They were counted by other rules, and are not part of `scans`.',
      ),
    domain: z
      .string()
      .nullable()
      .describe('The host of its short link, if it is one of your domains; of a GS1 code always.'),
    short_code: z.string().nullable().describe('The end of its short link, if you chose one.'),
    symbol_version: z.int().nullable().describe('The version of its symbol, 1 to 40.'),
    last_scan_at: timestamp.nullable().describe('The last scan that is known. Null before the first scan.'),
    gs1: shownGs1,
    ...styleDetails,
    target_problem: targetProblem.optional(),
    names: z
      .array(shownName)
      .optional()
      .describe(
        'Its names in short links besides its id, the printed one first. Only in responses for a single code and in exports, not in lists.',
      ),
  })
  .meta({ id: 'QrCodeDetails', description: 'A QR code with all its settings.' });

export const qrCodeList = pageOf(qrCodeDetails).meta({ id: 'QrCodeList' });

export const deletion = z.object({ id, deleted: z.literal(true) }).meta({ id: 'Deletion' });

const fieldError = z
  .object({
    field: z.string().describe('The path in the body, or the name of the parameter or header.'),
    code: z.string(),
    message: z.string(),
    guess: z
      .string()
      .optional()
      .describe('With `not_utf8`: the `encoding` that the file may have, `windows-1252` or `utf-16`.'),
    sample: z
      .array(z.string())
      .optional()
      .describe('With `guess`: up to three cells as this encoding reads them, to see whether it is right.'),
  })
  .meta({ id: 'FieldError' });

const quotaUse = z
  .object({ name: open(z.enum(QUOTA_NAMES)), limit: count, used: count })
  .meta({ id: 'QuotaUse', description: 'A quota of your plan: what it allows, and what the account uses.' });

export const errorBody = z
  .object({
    code: errorCode.describe('What went wrong, for programs. Part of the contract.'),
    message: z.string().describe('What went wrong and how to fix it, for people. The text may change.'),
    type: z.string().describe('The address where the code is explained (RFC 9457).'),
    title: z.string().describe('The code in words.'),
    status: z.int().describe('The status of the response.'),
    detail: z.string().describe('The message.'),
    request_id: z.string(),
    errors: z.array(fieldError).optional().describe('The invalid fields, if the error is about fields.'),
    quota: quotaUse.optional().describe('With `quota_exceeded`: the quota that the request would exceed.'),
  })
  .meta({ id: 'Error' });

const bulkCreated = z
  .object({
    index: count,
    status: z.literal(200),
    code: qrCode,
    symbol_version: z
      .int()
      .optional()
      .describe('For a code with a `short_code`: the version of its symbol, 1 to 40.'),
  })
  .meta({
    id: 'BulkCreated',
    description: 'A code that a bulk request created. Only this result has `code`.',
  });

/** Why one of several items was refused. */
export const failure = z.object({
  code: errorCode,
  message: z.string(),
  errors: z.array(fieldError).optional(),
  quota: quotaUse.optional(),
});

export const bulkFailed = z
  .object({
    index: count,
    status: z.int().min(400).max(599),
    error: failure,
  })
  .meta({
    id: 'BulkFailed',
    description: 'A code that a bulk request refused. Only this result has `error`.',
  });

export const bulkResults = z
  .object({ data: z.array(z.union([bulkCreated, bulkFailed])) })
  .meta({ id: 'BulkResults', description: 'One result for each code, in the order of the request.' });

const bulkUpserted = z
  .object({
    index: count,
    status: z.literal(200),
    upsert: open(z.enum(UPSERT_OUTCOMES).meta({ id: 'UpsertOutcome' })),
    code: qrCodeDetails,
  })
  .meta({
    id: 'BulkUpserted',
    description:
      'A code that a bulk upsert created, updated, or found unchanged. Only this result has `code`.',
  });

export const bulkUpserts = z
  .object({ data: z.array(z.union([bulkUpserted, bulkFailed])) })
  .meta({ id: 'BulkUpserts', description: 'One result for each code, in the order of the request.' });

const quota = z.object({ limit: count, used: count });

export const usage = z
  .object({
    plan: open(z.enum(PLAN_NAMES)),
    month: z
      .string()
      .regex(/^\d{4}-\d{2}$/)
      .describe('The UTC month that `codes_per_month` counts.'),
    quotas: z.object({
      codes: quota.describe('Codes that are not deleted.'),
      codes_per_month: quota.describe('Codes created this month, including deleted ones.'),
      api_keys: quota.describe(
        `API keys. A key counts for ${RELEASED_AFTER_DAYS} more days after it was revoked or has expired.`,
      ),
      people: quota.describe(
        `People of the account. A person counts for ${RELEASED_AFTER_DAYS} more days after they were removed.`,
      ),
      stored_bytes: quota.describe(
        'Bytes of text: targets, titles, external ids, metadata and rules of codes, 50 bytes for each tag of a code, and the changes in their history as JSON, with 100 bytes for each entry.',
      ),
      domains: quota.describe('Domains, also those that do not work yet.'),
      file_bytes: quota.describe('Bytes of the files of `/v1/files`.'),
      webhooks: quota,
    } satisfies Record<QuotaName, typeof quota>),
    edits_kept_per_code: count.describe(
      'Entries kept in the history of a code. The oldest one combines all edits before it.',
    ),
    events_kept: count.describe('The newest events that are kept for webhooks, for 30 days.'),
    requests_per_minute: count,
  })
  .meta({ id: 'Usage' });

export const health = z
  .object({
    status: open(z.enum(['ok', 'failing'])),
    version: z.string().describe('The version of the service.'),
    checks: z.record(z.string(), z.object({ ok: z.boolean(), fix: z.string().optional() })),
    jobs: z
      .record(
        z.string(),
        z.object({
          state: open(z.enum(['ok', 'late', 'never'])).describe(
            '`late`: the last success was an hour ago or longer; for `backed_up`, which runs once a day, 26 hours; on the Free plan of Cloudflare Workers 23 hours. `never`: there was none yet.',
          ),
          last_success_at: timestamp.nullable(),
        }),
      )
      .nullable()
      .describe(
        'When each job of the cron last succeeded, by its event in the log; null if the database does not respond. A late job does not change the status.',
      ),
  })
  .meta({ id: 'Health' });
