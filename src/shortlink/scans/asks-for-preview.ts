import type { UserAgentDescription } from './describe-user-agent.ts';

/** What programs that fetch a page to show its title have in common: they say so. */
const PURPOSES =
  /preview|unfurl|link-?expand|opengraph|oembed|embed(?:ly|bot)|externalhit|-scrap\b|\bpoker\b|PageRenderer/;

/** Chats and networks that only say who they are. Most put "bot" behind their names. */
const CHATS =
  /(?:Face|Twitter|LinkedIn|Slack|Discord|Telegram|Pinterest|Reddit|Mattermost-|Zoom|Wire)bot\b|\b(?:Nextcloud|Rocket\.?Chat|Synapse|Zulip|Mastodon|Misskey|Pleroma|Akkoma|Lemmy|Friendica|Iframely|Cardyb|vkShare)|^(?:WhatsApp|Viber|Signal|Signal-Desktop)\//;

/** Search engines, which show titles as well. Their other crawlers, and those of everybody else, follow the redirect. */
const SEARCH_ENGINES =
  /\b(?:Google|Bing|Apple|DuckDuck|Yandex|Qwant|Petal|Seznam|Coc_?Coc|Mojeek)bot\b|Baiduspider|Sogou (?:web|inst) spider|Yahoo! Slurp|\bYeti\//;

const PREVIEWERS = new RegExp([PURPOSES, CHATS, SEARCH_ENGINES].map(({ source }) => source).join('|'), 'i');

/** Whether a request is for a link preview. One that counts as a scan of a person never is. */
export function asksForPreview(
  { headers }: Pick<Request, 'headers'>,
  { isProgram }: UserAgentDescription,
): boolean {
  return isProgram && PREVIEWERS.test(headers.get('User-Agent') ?? '');
}
