import type { RetryOptions } from './retry.ts';
import type { components, operations } from './schema.d.ts';

/** What the calls of the client take and give. */

type Schemas = components['schemas'];

export type CreateQrCode = Schemas['CreateQrCode'];
export type UpdateQrCode = Schemas['UpdateQrCode'];
/** Where a GS1 code leads by link type. */
export type ReplaceLinks = Schemas['ReplaceLinks'];
export type QrCode = Schemas['QrCode'];
export type QrCodeDetails = Schemas['QrCodeDetails'];
export type ScanStatistics = Schemas['ScanStatistics'];
export type AccountStatistics = Schemas['AccountStatistics'];
export type Usage = Schemas['Usage'];
export type Activity = Schemas['Activity'];
export type Edit = Schemas['Edit'];
export type Deletion = Schemas['Deletion'];
export type UpsertResult = Schemas['BulkUpserts']['data'][number];
export type UpsertQrCode = Schemas['UpsertQrCode'];
export type UpsertOutcome = 'created' | 'updated' | 'unchanged';
export type BulkResult = Schemas['BulkResults']['data'][number];

export type PrintSheets = Schemas['PrintSheets'];
export type ExportFiles = Schemas['ExportFiles'];
export type Image = Schemas['Image'];
export type Template = Schemas['Template'];
export type CreateTemplate = Schemas['CreateTemplate'];
export type UpdateTemplate = Schemas['UpdateTemplate'];
export type Tag = Schemas['Tag'];
export type RenamedTag = Schemas['RenamedTag'];
export type BulkChange = Omit<Schemas['BulkChange'], 'dry_run'>;
export type BulkDelete = Omit<Schemas['BulkDelete'], 'dry_run'>;
export type BulkChanges = Schemas['BulkChanges'];
export type BulkDeletions = Schemas['BulkDeletions'];
export type CodeCount = Schemas['CodeCount'];

export type Import = Schemas['Import'];
export type ImportRow = Schemas['ImportRow'];
export type RedirectTable = Schemas['RedirectTable'];

export type Webhook = Schemas['Webhook'];
export type CreateWebhook = Schemas['CreateWebhook'];
export type UpdateWebhook = Schemas['UpdateWebhook'];
/** A webhook and its `secret`, which no other response has. */
export type NewWebhook = Schemas['NewWebhook'];
export type WebhookRotation = Schemas['WebhookRotation'];
export type WebhookTest = Schemas['WebhookTest'];
export type Delivery = Schemas['Delivery'];
export type ReplayEvents = Schemas['ReplayEvents'];
export type Replayed = Schemas['Replayed'];
export type EventType = Schemas['EventType'];
/** An event as the service keeps it: with its id, which is the header `webhook-id` of its deliveries. */
export type RecordedEvent = Schemas['Event'];
/** The body of a delivery. */
export type WebhookEvent = Omit<RecordedEvent, 'id'>;

type WebhookListQuery = NonNullable<operations['listWebhooks']['parameters']['query']>;
export type WebhooksQuery = Omit<WebhookListQuery, 'limit' | 'cursor'>;
type DeliveryListQuery = NonNullable<operations['listDeliveries']['parameters']['query']>;
export type DeliveriesQuery = Omit<DeliveryListQuery, 'limit' | 'cursor'>;
type EventListQuery = NonNullable<operations['listEvents']['parameters']['query']>;
export type EventsQuery = Omit<EventListQuery, 'limit' | 'cursor'>;

type ImportQuery = NonNullable<operations['startImport']['parameters']['query']>;
export type RowsQuery = NonNullable<operations['listImportRows']['parameters']['query']>;
export type ListQuery = NonNullable<operations['listQrCodes']['parameters']['query']>;
type ActivityQuery = NonNullable<operations['listActivities']['parameters']['query']>;
/** Which entries of the audit log to give: those that match every filter. */
export type ActivityFilter = Omit<ActivityQuery, 'limit' | 'cursor'>;
export type AccountStatisticsQuery = NonNullable<operations['getAccountStatistics']['parameters']['query']>;
export type StatisticsQuery = NonNullable<operations['getScanStatistics']['parameters']['query']>;

export type ImageQuery = NonNullable<operations['getImageOfQrCode']['parameters']['query']>;
export type PrintQuery = NonNullable<operations['printQrCode']['parameters']['query']>;

/** Which codes to list: those that match every filter. */
export type ListFilter = Omit<ListQuery, 'limit' | 'cursor' | 'sort' | 'ids' | 'fields' | 'metadata'> & {
  /** Values by key. */
  metadata?: Readonly<Record<string, string>>;
};

export type ListSort = NonNullable<ListQuery['sort']>;

/** A code and the tag of its version. Send the tag as `ifMatch`, so that a change applies to this version only. */
export interface Tagged<Code> {
  readonly code: Code;
  readonly etag: string | null;
}

export interface ClientOptions extends RetryOptions {
  /** The URL of the service: `https://api.example.com`. */
  readonly apiUrl: string;
  /** `qr_live_…`. Keep it on your server. */
  readonly apiKey: string;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
}

export interface CreateOptions extends CallOptions {
  /** Default: a new key for each call, the same for its retries. Pass your own key to retry a call from another process. */
  readonly idempotencyKey?: string;
}

export interface EditOptions extends CallOptions {
  /**
   * The `etag` that the change is based on. The call throws `precondition_failed` where the code has changed since, and a TypeError where it
   * is empty or null.
   */
  readonly ifMatch?: string | null;
}

export interface UpsertOptions extends EditOptions {
  /** Only create the code: the call throws `precondition_failed` where there is one with the external id. */
  readonly mustBeNew?: boolean;
}

/** A code as an upsert left it, and what the upsert did. */
export interface Upserted extends Tagged<QrCodeDetails> {
  readonly upsert: UpsertOutcome;
}

export interface UploadOptions extends CallOptions {
  /** Default `image/png`. */
  readonly type?: 'image/png' | 'image/jpeg' | 'image/svg+xml';
}

export interface ImportOptions extends CallOptions, Omit<ImportQuery, 'dry_run' | 'columns'> {
  /** Default `text/csv`. */
  readonly type?: 'text/csv' | 'application/x-ndjson';
  /** Default `true`: nothing changes, and the report says what would. */
  readonly dryRun?: boolean;
  /** What columns mean whose names do not say it; null leaves one out. */
  readonly columns?: Readonly<Record<string, string | null>>;
}

/** The whole list as one text: CSV for spreadsheets, NDJSON (a line of JSON for each code, as `get` gives it) for programs. */
export type ExportType = 'text/csv' | 'application/x-ndjson';

/** A file to take along. */
export type ExportFile = operations['getExport']['parameters']['path']['file'];
