/** The purposes of a download. */
export const KINDS = ['screen', 'print', 'labels'] as const;
export type Kind = (typeof KINDS)[number];

export function parseKind(text: string | undefined): Kind | null {
  return KINDS.find((kind) => kind === text) ?? null;
}
