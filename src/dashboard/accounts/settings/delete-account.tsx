import type { Child } from 'hono/jsx';
import { say, sayRich } from '#languages/say.ts';
import type { Account } from '#core/accounts/account.ts';
import { RESTORABLE_DAYS } from '#core/accounts/deletion.ts';
import { deleteAccount as deleteForOwner, tellOwnersOfDeletions } from '#service/accounts/deletion.ts';
import { countParts } from '#service/exports/everything.ts';
import { runAfterResponse } from '#service/run-after-response.ts';
import { readCodeUsage } from '#storage/accounts/usage.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { Form, readForm } from '../../frame/forms/form.ts';
import { renderPage } from '../../frame/render.tsx';
import { ConfirmPage } from '../../kit/confirm/confirm-page.tsx';
import { Field } from '../../kit/field.tsx';
import { DELETED_PATH } from '../sign-in/next-path.ts';

export const DELETE_PATH = '/settings/workspace/delete';

/** `GET /settings/workspace/delete` */
export function askToDelete(c: DashboardContext): Promise<Response> {
  return renderDeletion(c, new Form());
}

/** `POST /settings/workspace/delete`: deletes the account whose name was typed. If it is deleted already, the next page says the same. */
export async function deleteAccount(c: DashboardContext): Promise<Response> {
  const deps = c.get('deps');
  const { id: actorId, account } = c.get('person');
  const form = await readForm(c);
  if (toComparable(form.value('confirmation')) !== toComparable(account.name)) {
    form.refuse('confirmation', say('Nothing was deleted, because this is not {id}.', { id: account.name }));
    return renderDeletion(c, form, 422);
  }
  if (await deleteForOwner(deps, { accountId: account.id, actorId }))
    runAfterResponse(deps, 'owners_not_told', tellOwnersOfDeletions(deps));
  return c.redirect(DELETED_PATH, 303);
}

/** As people read it: pages show several spaces as one, and keyboards write an accent in two ways. */
function toComparable(name: string): string {
  return name.trim().normalize('NFC').replaceAll(/\s+/g, ' ');
}

async function renderDeletion(c: DashboardContext, form: Form, status: 200 | 422 = 200): Promise<Response> {
  const deps = c.get('deps');
  const { account } = c.get('person');
  const [{ codes }, parts] = await Promise.all([
    readCodeUsage(deps.db, account.id, deps.nowMs()),
    countParts(deps, account),
  ]);
  return renderPage(
    c,
    { title: say('Delete the account'), section: 'Settings', status },
    <DeleteAccountPage account={account} codes={codes} parts={parts} form={form} />,
  );
}

interface DeleteAccountPageProps {
  readonly account: Account;
  /** How many it has. */
  readonly codes: number;
  /** Of the archive of everything. */
  readonly parts: number;
  readonly form: Form;
}

function DeleteAccountPage({ account, codes, parts, form }: DeleteAccountPageProps) {
  const days = RESTORABLE_DAYS;
  return (
    <ConfirmPage
      title={sayRich('Delete {name}?', { name: <bdi>{account.name}</bdi> })}
      action={DELETE_PATH}
      back="/settings/workspace"
      button={say('Delete the account')}
      form={form}
      fields={
        <Field
          name="confirmation"
          label={say('Type {id} to confirm', { id: account.name })}
          attributes={{ autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', required: true }}
        />
      }
    >
      <p>
        {sayRich(
          'First <export>download everything</export>: your codes with their names, your files and images, where the codes lead, their scans and their history.',
          {
            export: (text: Child) => (
              <a href={parts === 1 ? '/codes/leave/everything.zip' : '/codes/leave'}>{text}</a>
            ),
          },
        )}
      </p>
      <ul>
        <li>
          {say(
            'From now on nobody can work in the account, shared statistics are closed, and API keys stop within 60 seconds.',
          )}
        </li>
        <li>
          {codes === 0
            ? say('For another {days, number} days, every owner can sign in and restore everything.', {
                days,
              })
            : say(
                '{codes, plural, one {Its code works} other {Its {codes, number} codes work}} for another {days, number} days. Until then, every owner can sign in and restore everything.',
                { codes, days },
              )}
        </li>
        <li>
          {say(
            'After that, everything is deleted for good: codes, images, statistics, history, people and keys.',
          )}
        </li>
        <li>{say('People who scan a printed copy see a page that says the code is gone.')}</li>
      </ul>
    </ConfirmPage>
  );
}
