import { currentLanguage } from '#languages/say.ts';
import { escapeHtml } from '#core/escape-html.ts';
import type { Mail } from '#storage/mailer.ts';

interface MailContent {
  readonly to: string;
  readonly subject: string;
  /** The paragraphs; some of them may be links themselves. */
  readonly paragraphs: readonly string[];
  readonly links?: readonly { readonly url: string; readonly label: string }[];
}

/** A mail as plain text and as HTML. Its texts are in the current language: see `inLanguage`. */
export function composeMail({ to, subject, paragraphs, links = [] }: MailContent): Mail {
  const toHtml = (text: string) => {
    const link = links.find(({ url }) => url === text);
    return link
      ? `<a href="${escapeHtml(text)}">${escapeHtml(link.label)}</a><br>${escapeHtml(text)}`
      : escapeHtml(text);
  };
  return {
    to,
    subject,
    text: `${paragraphs.join('\n\n')}\n`,
    html: `<!doctype html><html lang="${currentLanguage()}"><body>${paragraphs.map((text) => `<p>${toHtml(text)}</p>`).join('')}</body></html>`,
  };
}

/** A name for a mail, or a substitute: mail programs link texts that look like an address, and a stranger may have chosen the name. */
export function nameInMail(name: string, otherwise: string): string {
  return /\/|www\.|\S\.\p{L}{2}/iu.test(name) ? otherwise : name;
}
