import { NO_BRAND } from '#core/brand.ts';
import { findBrand } from './brand.ts';

/** A message to one person. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Further headers, such as `List-Unsubscribe`. */
  readonly headers?: Record<string, string>;
}

export interface Mailer {
  /** Throws if the mail was not accepted; the error may be logged. */
  send(mail: Mail): Promise<void>;
}

/** The part of a Worker's env for mail. It is commented out in wrangler.toml, so the generated type lacks it. */
interface MailEnv {
  readonly EMAIL?: Pick<SendEmail, 'send'>;
  readonly EMAIL_FROM?: string;
}

/** Sends through Cloudflare's Email Service, in the name of the product if it has one; null without the binding or the sender's address. */
export function createMailer(env: { readonly LINKS: KVNamespace }): Mailer | null {
  const { EMAIL, EMAIL_FROM: email } = env as MailEnv;
  if (!EMAIL || !email) return null;
  let sender: Promise<string | { email: string; name: string }> | null = null;
  const readSender = async () => {
    const { name } = await findBrand(env.LINKS).catch(() => NO_BRAND);
    return name === null ? email : { email, name };
  };
  return {
    async send(mail) {
      const from = await (sender ??= readSender());
      await EMAIL.send({ ...mail, from }).catch((error: unknown) => {
        // Leaves out the error itself: its message may contain the address or the mail.
        throw new Error(`the mail was not taken: ${readErrorCode(error)}`);
      });
    },
  };
}

/** Only the code of the platform's error, such as E_SENDER_NOT_VERIFIED. */
function readErrorCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^[A-Z_]{1,60}$/.test(code) ? code : 'no code';
}
