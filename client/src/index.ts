export {
  type Activity,
  type BulkResult,
  type CallOptions,
  type ClientOptions,
  type CreateOptions,
  type CreateQrCode,
  type Deletion,
  type EditOptions,
  type ExportType,
  type ListFilter,
  QrCodeClient,
  type QrCode,
  type QrCodeDetails,
  type ScanStatistics,
  type Tagged,
  type UpdateQrCode,
  type Usage,
} from './client.ts';
export { type ErrorCode, type FieldError, QrCodeServiceError, type QuotaUse } from './errors.ts';
export type { RetryOptions } from './retry.ts';
