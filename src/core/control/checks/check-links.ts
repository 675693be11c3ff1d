import { LINK_TYPES, parseLinkType } from '../../gs1/link-types.ts';
import {
  LANGUAGE_PATTERN,
  LONGEST_CONTEXT,
  LONGEST_LINK_TITLE,
  LONGEST_LINKS,
  MEDIA_TYPE_PATTERN,
  type TypedLink,
} from '../../gs1/typed-link.ts';
import { findPlainTextProblem } from '../../plain-text.ts';
import { inField } from '../../problem.ts';
import { checkTarget } from './check-target.ts';
import type { ControlProblem } from './control-problem.ts';
import type { ControlContext, LinkRequest } from './control-request.ts';

/** The typed links of a GS1 code in their normal form; adds their problems to `problems`. A link without a title has that of its type. */
export function checkLinks(
  links: readonly LinkRequest[],
  context: ControlContext,
  problems: ControlProblem[],
): readonly TypedLink[] {
  const checked = links.map((link, i): TypedLink => {
    const at = (part: string) => `links[${i}].${part}`;
    const type = parseLinkType(link.type);
    if (type === null) problems.push({ code: 'no_link_type', field: at('type'), values: {} });
    const { languages = [], contexts = [], mediaType = null } = link;
    const title = link.title ?? LINK_TYPES[type ?? 'pip'];
    checkText(title, LONGEST_LINK_TITLE, at('title'), problems);
    for (const [j, language] of languages.entries())
      if (!LANGUAGE_PATTERN.test(language))
        problems.push({ code: 'no_link_language', field: at(`languages[${j}]`), values: {} });
    for (const [j, text] of contexts.entries())
      checkText(text, LONGEST_CONTEXT, at(`contexts[${j}]`), problems);
    if (mediaType !== null && !MEDIA_TYPE_PATTERN.test(mediaType))
      problems.push({ code: 'no_media_type', field: at('media_type'), values: {} });
    return {
      type: type ?? 'pip',
      href: checkTarget(link.href, at('href'), context, problems),
      title,
      languages,
      mediaType,
      contexts,
      forwardsQuery: link.forwardsQuery ?? true,
    };
  });
  if (JSON.stringify(checked).length > LONGEST_LINKS)
    problems.push({ code: 'links_too_long', field: 'links', values: { longest: LONGEST_LINKS } });
  return checked;
}

function checkText(text: string, longest: number, field: string, problems: ControlProblem[]): void {
  const fault = findPlainTextProblem(text, longest);
  if (text.trim() === '') problems.push({ code: 'name_empty', field, values: {} });
  else if (fault) problems.push(inField(field, fault));
}
