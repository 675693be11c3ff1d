import { explainQuota } from '#contract/problems/quota-phrases.ts';
import type { ErrorCode, FieldError } from '#contract/problems/error-codes.ts';
import type { QuotaUse } from '#contract/problems/api-error.ts';

/** One example of each error code, with the message that the service sends. */
export const ERROR_EXAMPLES: Readonly<
  Record<
    ErrorCode,
    { readonly message: string; readonly errors?: readonly FieldError[]; readonly quota?: QuotaUse }
  >
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
  unscannable: {
    message:
      '"style.modules" is the likeliest reason why a test reader could not read a picture of this code. Choose something plainer.',
    errors: [
      {
        field: 'style.modules',
        code: 'unscannable',
        message:
          '"style.modules" is the likeliest reason why a test reader could not read a picture of this code. Choose something plainer.',
      },
    ],
  },
  content_too_long: {
    message:
      'The content is 3000 bytes long, and the largest QR code with error correction H holds 1273 bytes of text.',
    errors: [{ field: 'target', code: 'content_too_long', message: 'The content is 3000 bytes long.' }],
  },
  unsafe_target: {
    message:
      'The URL leads to 192.168.1.1, which is an address that is not reachable over the internet; give an address that everybody who scans the code can open.',
    errors: [{ field: 'target', code: 'unsafe_target', message: 'The URL leads to 192.168.1.1.' }],
  },
  unauthorized: { message: 'This API key is unknown or revoked.' },
  https_required: { message: 'Use https. This request came over plain http, and so did any key in it.' },
  insufficient_scope: { message: 'This API key may only read. POST needs a key with full access.' },
  account_suspended: { message: 'The operator of this service has suspended your account.' },
  quota_exceeded: {
    message: explainQuota({ reason: 'quota_exceeded', quota: 'codes', limit: 5000, used: 5000 }),
    quota: { name: 'codes', limit: 5000, used: 5000 },
  },
  not_found: { message: 'There is no QR code with this id in your account.' },
  method_not_allowed: { message: 'This path does not allow PUT; it allows GET, HEAD, POST.' },
  code_not_dynamic: { message: 'This code is static: its target cannot change.' },
  external_id_taken: {
    message: 'Your code qr_k7m2p9qa has the external id "sku-1" already.',
    errors: [
      {
        field: 'external_id',
        code: 'external_id_taken',
        message: 'Your code qr_k7m2p9qa has the external id "sku-1" already.',
      },
    ],
  },
  import_in_progress: {
    message:
      'Your import imp_3f9a6c0d12e45b78 is under way. Wait until it is done, or cancel it with DELETE.',
  },
  import_not_ready: {
    message:
      'Only a finished dry run can be started, within a day. Send the file again with "dry_run=false".',
  },
  short_code_taken: {
    message: '"short_code": Another code has or had the short code "menu-2027". Choose another.',
    errors: [
      {
        field: 'short_code',
        code: 'short_code_taken',
        message: '"short_code": Another code has or had the short code "menu-2027". Choose another.',
      },
    ],
  },
  immutable_field: {
    message:
      '"size" is 1024 in your code qr_k7m2p9qa, and cannot change, because the printed symbol cannot change.',
    errors: [
      {
        field: 'size',
        code: 'immutable_field',
        message:
          '"size" is 1024 in your code qr_k7m2p9qa, and cannot change, because the printed symbol cannot change.',
      },
    ],
  },
  limit_reached: {
    message: 'An account has at most 100 templates. Delete one that you no longer need.',
  },
  tag_is_merging: {
    message: 'The tag "Menus" is being merged with another one, which takes some minutes. Try again later.',
  },
  image_in_use: {
    message: '3 of your codes use this image. You can delete it once nothing uses it.',
  },
  file_in_use: { message: '2 of your codes open this file. You can delete it once none does.' },
  length_required: {
    message:
      'Send the size of the file in "Content-Length": a file is stored as it comes, at most 20971520 bytes.',
  },
  name_taken: {
    message: 'Another code has or had the name go.brand.example/Spring/Sale. Choose another one.',
  },
  name_is_printed: {
    message: 'The name go.brand.example/Spring/Sale is printed, so the code keeps it for ever.',
  },
  domain_in_use: {
    message:
      'Codes have the host go.brand.example. Delete them first: "GET /v1/qr?domain=go.brand.example" lists them.',
  },
  idempotency_in_progress: {
    message:
      'The first request with this "Idempotency-Key" is still in progress, or its Worker died. Retry in 58 seconds.',
  },
  precondition_failed: { message: 'The code has changed since the response with the ETag in "If-Match".' },
  payload_too_large: { message: 'The body is larger than 65536 bytes.' },
  unsupported_media_type: {
    message: 'Send the body as plain JSON with the header "Content-Type: application/json".',
  },
  idempotency_mismatch: {
    message: 'You used this "Idempotency-Key" for another request. Use a new key for each request.',
  },
  rate_limited: { message: 'Your plan "free" allows 60 requests a minute. Try again in 60 seconds.' },
  internal_error: { message: 'The service failed. Retry the request.' },
  unavailable: { message: 'A part of the service is not available. Retry the request.' },
};
