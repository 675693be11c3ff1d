/**
 * A year (RFC 6797), for this host only: the domain's other hosts are not ours. Browsers ignore it over plain http, as in local
 * development.
 */
export const HSTS = { 'Strict-Transport-Security': 'max-age=31536000' } as const;
