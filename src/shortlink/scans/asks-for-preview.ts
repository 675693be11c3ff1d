import type { UserAgentDescription } from './describe-user-agent.ts';

/**
 * Programs that fetch a page to show what it is about, in a chat, a post or a search: most say what they do in their names, and the rest are
 * named here. Libraries and command lines do not, and are redirected. The tests judge it by the table in harness/data/user-agents.ts.
 */
const PREVIEWERS =
  /bot\b|crawl|spider|preview|snippet|render|unfurl|embed|scrap|poker|share|facebookexternalhit|Facebot|Cardyb|Iframely|Mastodon\/|Synapse|Nextcloud|Rocket\.?Chat|Mattermost|Zulip|^(?:WhatsApp|Viber|Signal|Signal-Desktop|Telegram)\b/i;

/** Whether a request is for a link preview. One that counts as a scan of a person never is. */
export function asksForPreview(
  { headers }: Pick<Request, 'headers'>,
  { isProgram }: UserAgentDescription,
): boolean {
  return isProgram && PREVIEWERS.test(headers.get('User-Agent') ?? '');
}
