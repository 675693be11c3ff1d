/** The real binding, except for what a test takes away. */
export function withFault<T extends object>(binding: T, faults: Partial<Record<keyof T, unknown>>): T {
  return new Proxy(binding, {
    get(target, property) {
      if (Object.hasOwn(faults, property)) return faults[property as keyof T];
      const value: unknown = Reflect.get(target, property);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
