import { env } from 'cloudflare:workers';

declare global {
  namespace Cloudflare {
    interface Env {
      TEST_EMAIL: SendEmail;
    }
  }
}

interface SentMail {
  readonly from: string | { email: string; name: string };
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers?: Record<string, string>;
}

export interface Mailbox {
  /** Configures mail: pass it as a request's `env`. */
  readonly env: Partial<ApiEnv>;
  readonly mails: SentMail[];
  /** The path of the sign-in link in the latest mail to an address. */
  linkTo(address: string): string;
}

/** The local platform's mail binding, which validates mails, with a record of the sent ones. */
export function openMailbox(): Mailbox {
  const mails: SentMail[] = [];
  const EMAIL = {
    async send(mail: SentMail) {
      const result = await env.TEST_EMAIL.send(mail);
      mails.push(mail);
      return result;
    },
  };
  const bindings: object = { EMAIL, EMAIL_FROM: 'sign-in@example.com' };
  return {
    env: bindings,
    mails,
    linkTo(address) {
      const mail = mails.findLast(({ to }) => to === address);
      return /https:\/\/api\.example\.com(\/sign-in\/link\/\S+)/.exec(mail?.text ?? '')?.[1] ?? 'no link';
    },
  };
}

/** Configured mail that fails like the platform. */
export function createFailingMail(message: string): Partial<ApiEnv> {
  const error = Object.assign(new Error(message), { code: 'E_DELIVERY_FAILED' });
  const bindings: object = {
    EMAIL: { send: () => Promise.reject(error) },
    EMAIL_FROM: 'sign-in@example.com',
  };
  return bindings;
}
