import type { UserAgentDescription } from './describe-user-agent.ts';

/** The programs that fetch a page to show its title in a chat or a post. Crawlers of the same companies have other names. */
const PREVIEWERS =
  /facebookexternalhit|Facebot|Twitterbot|LinkedInBot|Slackbot|Discordbot|TelegramBot|SkypeUriPreview|MSTeams-LinkPreview|Pinterestbot|redditbot|Mastodon\/|Cardyb|vkShare|Iframely|Embedly|^(?:WhatsApp|Viber|Signal|Signal-Desktop)\/|^Line\/[\d.]+ poker/i;

/** Whether a request is for a link preview. One that counts as a scan of a person never is. */
export function asksForPreview(
  { headers }: Pick<Request, 'headers'>,
  { isProgram }: UserAgentDescription,
): boolean {
  return isProgram && PREVIEWERS.test(headers.get('User-Agent') ?? '');
}
