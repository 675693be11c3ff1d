import { escapeHtml } from '#core/escape-html.ts';
import type { Mail } from '#storage/mailer.ts';

interface MailContent {
  readonly to: string;
  readonly subject: string;
  /** One of them may be the link itself. */
  readonly paragraphs: readonly string[];
  readonly link?: { readonly url: string; readonly label: string };
}

/** A mail as plain text and as HTML. */
export function composeMail({ to, subject, paragraphs, link }: MailContent): Mail {
  const toHtml = (text: string) =>
    text === link?.url
      ? `<a href="${escapeHtml(text)}">${escapeHtml(link.label)}</a><br>${escapeHtml(text)}`
      : escapeHtml(text);
  return {
    to,
    subject,
    text: `${paragraphs.join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><body>${paragraphs.map((text) => `<p>${toHtml(text)}</p>`).join('')}</body></html>`,
  };
}

/** A name for a mail, or what stands in for it: mail programs make links of what looks like an address, and a stranger may have chosen it. */
export function nameInMail(name: string, otherwise: string): string {
  return /\/|www\.|\S\.\p{L}{2}/iu.test(name) ? otherwise : name;
}
