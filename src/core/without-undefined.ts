/** The members that have a value: JSON has no undefined, and a body that leaves a field out changes nothing about it. */
export function withoutUndefined<T extends object>(values: T) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
