/**
 * What stands for a bucket in an installation without R2: nothing is in it, and it takes nothing. So whatever reads or deletes works as with
 * an empty bucket; whoever stores asks `isBound` first.
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
