export {
  type BulkResult,
  type CallOptions,
  type ClientOptions,
  type CreateOptions,
  type CreateQrCode,
  type Deletion,
  type EditOptions,
  type ListFilter,
  QrCodeClient,
  type QrCode,
  type QrCodeDetails,
  type ScanStatistics,
  type Tagged,
  type UpdateQrCode,
} from './client.ts';
export { type ErrorCode, type FieldError, QrCodeServiceError } from './errors.ts';
export type { RetryOptions } from './retry.ts';
