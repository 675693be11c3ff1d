import type { Person } from '#core/accounts/account.ts';
import { listProvedAddresses } from '#storage/accounts/people.ts';
import type { Dependencies } from '../dependencies.ts';
import { runAfterResponse } from '../run-after-response.ts';
import { composeMail, nameInMail } from './compose-mail.ts';

type WarnDependencies = Pick<Dependencies, 'db' | 'mailer' | 'afterResponse' | 'reportFailure'>;

interface Warning {
  readonly subject: string;
  /** What happened, as a sentence. */
  readonly event: string;
  /** What to do if nobody in the account did it. */
  readonly advice: string;
}

/** Mails a person, after the response, that a passkey was added for them. Does nothing without mail or a proved address. */
export function warnOfPasskey(deps: WarnDependencies, person: Person): void {
  warn(deps, person, person.id, {
    subject: 'A passkey was added',
    event: 'A passkey was added to your sign-in.',
    advice: 'If that was not you: sign in, remove it under Settings, Security, and sign out everywhere else.',
  });
}

/** Mails every owner of the account, after the response, that somebody created an API key. */
export function warnOfApiKey(deps: WarnDependencies, maker: Person, keyName: string): void {
  warn(deps, maker, null, {
    subject: 'An API key was created',
    event: `${nameInMail(maker.name, 'Somebody')} created the API key ${nameInMail(keyName, 'whose name is not repeated here')}.`,
    advice: 'If nobody of you did: sign in, and revoke it under Settings, API keys.',
  });
}

/** Mails every owner of the account, after the response, that there is a new owner. */
export function warnOfOwner(deps: WarnDependencies, actor: Person, ownerName: string): void {
  warn(deps, actor, null, {
    subject: 'There is a new owner',
    event: `${nameInMail(actor.name, 'Somebody')} made ${nameInMail(ownerName, 'somebody')} an owner.`,
    advice: 'If nobody of you did: sign in, and change it under Settings, People.',
  });
}

/** @param personId the person to tell; null for all owners of the account */
function warn(deps: WarnDependencies, { account }: Person, personId: string | null, warning: Warning): void {
  const { mailer } = deps;
  if (!mailer) return;
  const send = async () => {
    const addresses = await listProvedAddresses(deps.db, account.id, personId);
    const paragraphs = [
      `This is about the QR codes of ${nameInMail(account.name, 'your account')}.`,
      warning.event,
      warning.advice,
    ];
    const { subject } = warning;
    await Promise.all(addresses.map((to) => mailer.send(composeMail({ to, subject, paragraphs }))));
  };
  runAfterResponse(deps, 'warning_not_sent', send());
}
