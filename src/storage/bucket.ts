/**
 * Replaces the bucket in an installation without R2: it is empty and stores nothing. So code that reads or deletes works unchanged; code that
 * stores something checks `isBound` first.
 */
const NO_BUCKET = {
  head: () => Promise.resolve(null),
  get: () => Promise.resolve(null),
  list: () => Promise.resolve({ objects: [], delimitedPrefixes: [], truncated: false }),
  delete: () => Promise.resolve(),
  put: () => Promise.reject(new Error('this installation has no R2')),
} as unknown as R2Bucket;

/** A bucket of a Worker. The generated types know only Workers that have it: here alone it is known that it may be absent. */
export function bucketOf<Name extends string>(env: Readonly<Record<Name, R2Bucket>>, name: Name): R2Bucket {
  return (env as Partial<Record<Name, R2Bucket>>)[name] ?? NO_BUCKET;
}

/** Whether objects can be stored in it. */
export function isBound(bucket: R2Bucket): boolean {
  return bucket !== NO_BUCKET;
}
