/** Why the operator has disabled a code: the law asks for it (451, RFC 7725), or it was abused (403). */
export const DISABLED_FOR = ['legal', 'abuse'] as const;

export type DisabledFor = (typeof DISABLED_FOR)[number];

export function isDisabledFor(value: unknown): value is DisabledFor {
  return DISABLED_FOR.some((known) => known === value);
}
