/** What a call takes: the database is on another continent, R2, KV and Analytics Engine answer from nearby. */
export const DELAYS_MS = { d1: 150, store: 20 };
