import { toPublicId } from '../core/code-id.ts';
import { toShortUrl } from '../core/short-url.ts';
import type { CountedQrCode } from '../service/read-qr-codes.ts';
import { toImageUrl } from '../storage/images.ts';

/** The answers of /v1 in their JSON form. */

export type Hosts = Pick<ApiEnv, 'SHORT_URL_BASE' | 'CDN_URL'>;

/** The answer to a create: exactly the nine fields of the specification, in its order. */
export function toCreatedResource({ code, scans }: CountedQrCode, hosts: Hosts) {
  return {
    id: toPublicId(code.codeId),
    type: code.type,
    target: code.target,
    dynamic: code.isDynamic,
    short_url: toShortUrl(hosts.SHORT_URL_BASE, code.codeId),
    image_url: toImageUrl(hosts.CDN_URL, code.codeId, 'png'),
    svg_url: toImageUrl(hosts.CDN_URL, code.codeId, 'svg'),
    scans,
    created_at: new Date(code.createdAtMs).toISOString(),
  };
}

/** A code as GET, PATCH and the list show it: the nine fields, then what else the owner chose. */
export function toResource(counted: CountedQrCode, hosts: Hosts) {
  const { code } = counted;
  return {
    ...toCreatedResource(counted, hosts),
    title: code.title,
    color: code.color,
    format: code.format,
    size: code.size,
    margin: code.margin,
    error_correction: code.errorCorrection,
    updated_at: new Date(code.updatedAtMs).toISOString(),
  };
}
