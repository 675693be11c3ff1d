import { currentLanguage, inLanguage, perLanguage, say } from '#languages/say.ts';
import type { Account, Person } from '#core/accounts/account.ts';
import type { AccountDeletion } from '#core/accounts/deletion.ts';
import { listProvedAddresses } from '#storage/accounts/people.ts';
import type { Dependencies } from '../dependencies.ts';
import { runAfterResponse } from '../run-after-response.ts';
import { composeMail, nameInMail } from './compose-mail.ts';

type WarnDependencies = Pick<Dependencies, 'db' | 'mailer' | 'afterResponse' | 'reportFailure'>;

export interface Warning {
  readonly subject: string;
  /** What happened, as a sentence. */
  readonly event: string;
  /** What to do if nobody in the account did it, or wanted it. */
  readonly advice: string;
}

/** Mails a person, after the response, that a passkey was added for them. Does nothing without mail or a proved address. */
export function warnOfPasskey(deps: WarnDependencies, person: Person): void {
  warn(deps, person, person.id, () => ({
    subject: say('A passkey was added'),
    event: say('A passkey was added to your sign-in.'),
    advice: say(
      'If that was not you, sign in, remove it under Settings, Sign-in, and sign out everywhere else.',
    ),
  }));
}

/** Mails every owner of the account, after the response, that somebody created an API key. */
export function warnOfApiKey(deps: WarnDependencies, maker: Person, keyName: string): void {
  warn(deps, maker, null, () => ({
    subject: say('An API key was created'),
    event: say('{person} created the API key {key}.', {
      person: nameInMail(maker.name, say('Somebody')),
      key: nameInMail(keyName, say('whose name is not repeated here')),
    }),
    advice: say('If none of you did this, sign in and revoke it under Settings, API keys.'),
  }));
}

/** Mails every owner of the account, after the response, that somebody connected an app. */
export function warnOfApp(deps: WarnDependencies, maker: Person, appName: string): void {
  warn(deps, maker, null, () => ({
    subject: say('An app was connected'),
    event: say('{person} connected the app {app}. It can now work with the codes of the account.', {
      person: nameInMail(maker.name, say('Somebody')),
      app: nameInMail(appName, say('whose name is not repeated here')),
    }),
    advice: say('If none of you did this, sign in and disconnect it under Settings, Connected apps.'),
  }));
}

/** Mails every owner of the account, after the response, that a key travelled without encryption and is revoked. */
export function warnOfExposedKey(deps: WarnDependencies, account: Account, keyName: string): void {
  warn(deps, { account }, null, () => ({
    subject: say('An API key was revoked'),
    event: say(
      'A program sent the API key {key} over plain http, where others can read it. So we revoked it, and requests with it fail now.',
      { key: nameInMail(keyName, say('whose name is not repeated here')) },
    ),
    advice: say('Make the program use https, and create a new key for it under Settings, API keys.'),
  }));
}

/** Mails every owner of the account, after the response, that there is a new owner. */
export function warnOfOwner(deps: WarnDependencies, actor: Person, ownerName: string): void {
  warn(deps, actor, null, () => ({
    subject: say('There is a new owner'),
    event: say('{person} made {owner} an owner.', {
      person: nameInMail(actor.name, say('Somebody')),
      owner: nameInMail(ownerName, say('somebody')),
    }),
    advice: say('If none of you did this, sign in and change it under Settings, People.'),
  }));
}

const minuteFormat = perLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', dateStyle: 'long', timeStyle: 'short' }),
);

/** Mails every owner of a deleted account until when they can restore it. */
export function warnOfDeletion(
  deps: WarnDependencies,
  { restorableUntilMs, ...account }: Pick<Account, 'id' | 'name'> & AccountDeletion,
): void {
  const warning = () =>
    restorableUntilMs === null
      ? {
          subject: say('Your account was deleted'),
          event: say('The operator of this service deleted the account. Nobody can restore it.'),
          advice: say('Printed codes now show a page that says that they are gone.'),
        }
      : {
          subject: say('Your account was deleted'),
          event: say(
            'The account was deleted. Printed codes work until {time} UTC. After that, everything in the account is deleted for good.',
            { time: minuteFormat().format(restorableUntilMs) },
          ),
          advice: say('If you want to keep it, sign in before then and choose “Restore the account”.'),
        };
  runAfterResponse(deps, 'warning_not_sent', sendWarning(deps, account, null, warning, true));
}

/**
 * Tells each reader in their language, otherwise in that of the request.
 * @param personId the person to tell; null for all owners of the account
 */
function warn(
  deps: WarnDependencies,
  { account }: { readonly account: Pick<Account, 'id' | 'name'> },
  personId: string | null,
  warning: () => Warning,
): void {
  runAfterResponse(deps, 'warning_not_sent', sendWarning(deps, account, personId, warning));
}

/** The same at once. Throws if a mail is not taken. An account that is suspended or deleted sends nothing but the news of its deletion. */
export async function sendWarning(
  { mailer, db }: Pick<Dependencies, 'mailer' | 'db'>,
  account: Pick<Account, 'id' | 'name'>,
  personId: string | null,
  warning: () => Warning,
  isOfDeletion = false,
): Promise<void> {
  if (!mailer) return;
  const readers = await listProvedAddresses(db, account.id, personId, isOfDeletion);
  const compose = (to: string) => {
    const { subject, event, advice } = warning();
    const about = say('This is about the QR codes of {account}.', {
      account: nameInMail(account.name, say('your account')),
    });
    return composeMail({ to, subject, paragraphs: [about, event, advice] });
  };
  await Promise.all(
    readers.map(({ email, language }) =>
      mailer.send(inLanguage(language ?? currentLanguage(), () => compose(email))),
    ),
  );
}
