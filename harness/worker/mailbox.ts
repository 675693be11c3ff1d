import { env } from 'cloudflare:workers';

declare global {
  namespace Cloudflare {
    interface Env {
      TEST_EMAIL: SendEmail;
    }
  }
}

interface SentMail {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers?: Record<string, string>;
}

export interface Mailbox {
  /** What makes mail configured: pass it as a request's `env`. */
  readonly env: Partial<ApiEnv>;
  readonly mails: SentMail[];
  /** The path of the sign-in link in the last mail to an address. */
  linkTo(address: string): string;
}

/** The local platform's own binding for mail, which checks what it is given, with a record of what was sent through it. */
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

/** Mail that is configured, and fails as the platform does. */
export function createFailingMail(message: string): Partial<ApiEnv> {
  const error = Object.assign(new Error(message), { code: 'E_DELIVERY_FAILED' });
  const bindings: object = {
    EMAIL: { send: () => Promise.reject(error) },
    EMAIL_FROM: 'sign-in@example.com',
  };
  return bindings;
}
