/** A year (RFC 6797), for this host alone: the others of its domain are not ours. Browsers ignore it over plain http, as on a laptop. */
export const HSTS = { 'Strict-Transport-Security': 'max-age=31536000' } as const;
