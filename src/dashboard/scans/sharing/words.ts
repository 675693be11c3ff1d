import { say } from '#languages/say.ts';
import { toPublicId } from '#core/codes/code-id.ts';
import type { ShareSubject } from '#core/shares/share.ts';

/** The path of links to statistics. It ends with a token that only people with the link know. */
export const SHARED_PATH = '/shared';

/** The subject of a link's statistics, for people. `name` is the title of the code, or the tag. */
export function nameSubject(subject: ShareSubject, name: string | null): string {
  switch (subject.kind) {
    case 'account':
      return say('All codes');
    case 'tag':
      return name === null ? say('A deleted tag') : say('Codes with the tag {tag}', { tag: name });
    case 'code':
      return name ?? toPublicId(subject.codeId);
  }
}

/** The page with the statistics that a link is about: `account`, `tag:…` or `code:…`. */
export function toSharedPath(what: string): string {
  const [, kind, name = ''] = /^(tag|code):(.*)$/.exec(what) ?? [];
  if (kind === 'code') return `/codes/${encodeURIComponent(name)}/analytics`;
  return kind === 'tag' ? `/analytics?tag=${encodeURIComponent(name)}` : '/analytics';
}
