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

/** Sends through Cloudflare's Email Service; null without the binding or the sender's address. */
export function createMailer(env: object): Mailer | null {
  const { EMAIL, EMAIL_FROM: from } = env as MailEnv;
  if (!EMAIL || !from) return null;
  return {
    async send(mail) {
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
