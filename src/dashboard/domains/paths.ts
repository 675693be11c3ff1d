import type { Domain } from '#core/domains/domain.ts';
import { toListPath } from '../codes/list/list-query.ts';

export function toDomainPath({ id }: Pick<Domain, 'id'>): string {
  return `/settings/domains/${id}`;
}

/** All codes that have a host, archived ones too: each of them keeps it. */
export function toCodesPath(host: string): string {
  return toListPath([
    ['domain', host],
    ['archived', 'any'],
  ]);
}
