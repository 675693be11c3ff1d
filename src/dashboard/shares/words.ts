import { toPublicId } from '#core/codes/code-id.ts';
import type { ShareSubject } from '#core/shares/share.ts';

/** Where links to statistics lead: behind it stands what only those know who were given the link. */
export const SHARED_PATH = '/shared';

/** What a link shows the statistics of, for people. `name` is the title of the code, or the tag. */
export function nameSubject(subject: ShareSubject, name: string | null): string {
  switch (subject.kind) {
    case 'account':
      return 'All codes';
    case 'tag':
      return name === null ? 'A tag that is gone' : `Codes with the tag ${name}`;
    case 'code':
      return name ?? toPublicId(subject.codeId);
  }
}
