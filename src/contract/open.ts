import * as z from 'zod';

/** A value that today is one of `known`; callers must accept others too. The type stays narrow, because this service sends only known values. */
export function open<Value extends string>(known: z.ZodType<Value>): z.ZodType<Value> {
  return z.union([known, z.string()]) as z.ZodType as z.ZodType<Value>;
}
