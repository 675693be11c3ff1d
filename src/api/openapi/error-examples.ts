import type { ErrorCode, FieldError } from '../errors.ts';

/** One example of each error code, as the service words it. */
export const ERROR_EXAMPLES: Readonly<
  Record<ErrorCode, { readonly message: string; readonly errors?: readonly FieldError[] }>
> = {
  malformed_json: { message: 'The body is not JSON: Unexpected end of JSON input.' },
  invalid_request: {
    message: '"size" must be at least 128.',
    errors: [{ field: 'size', code: 'too_small', message: '"size" must be at least 128.' }],
  },
  low_contrast: {
    message: 'The colours are too alike to be scanned reliably.',
    errors: [
      { field: 'color', code: 'low_contrast', message: 'The colours are too alike to be scanned reliably.' },
    ],
  },
  content_too_long: {
    message:
      'The content is 3000 bytes long, and the largest QR code with error correction H holds 1273 bytes of text.',
    errors: [{ field: 'target', code: 'content_too_long', message: 'The content is 3000 bytes long.' }],
  },
  unauthorized: { message: 'This API key is unknown or revoked.' },
  https_required: { message: 'Use https: this request, and any key in it, came over plain http.' },
  insufficient_scope: { message: 'This API key may only read; POST needs a key with full access.' },
  not_found: { message: 'There is no QR code with this id in your account.' },
  method_not_allowed: { message: 'PUT is not possible here; GET, HEAD, POST are.' },
  code_not_dynamic: { message: 'This code is static: its target and title cannot change.' },
  idempotency_in_progress: {
    message: 'The first request with this "Idempotency-Key" is still being worked on.',
  },
  precondition_failed: { message: 'The code has changed since the answer whose ETag is in "If-Match".' },
  payload_too_large: { message: 'The body is larger than 65536 bytes.' },
  unsupported_media_type: {
    message: 'Send the body as plain JSON with the header "Content-Type: application/json".',
  },
  idempotency_mismatch: {
    message: 'This "Idempotency-Key" was used for another request. Take a new key for each.',
  },
  rate_limited: { message: 'Your plan "free" allows 60 requests a minute. Try again in 60 seconds.' },
  internal_error: { message: 'Something went wrong on our side. Please try again.' },
  unavailable: { message: 'A part of the service is not available right now. Please try again.' },
};
