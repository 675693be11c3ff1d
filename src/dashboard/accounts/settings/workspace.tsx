import { formatInUtc, type PlainMessage, say, sayRich } from '#languages/say.ts';
import type { Account } from '#core/accounts/account.ts';
import { RESTORABLE_DAYS } from '#core/accounts/deletion.ts';
import { LONGEST_NAME } from '#core/accounts/name.ts';
import { PLAN_NAMES, PLANS } from '#core/accounts/plan.ts';
import { QUOTA_NAMES, type QuotaName, type Quotas, RELEASED_AFTER_DAYS } from '#core/accounts/quota.ts';
import { accountChange, toAccountChange } from '#contract/account.ts';
import { changeOwnAccount } from '#service/accounts/change-account.ts';
import { readScansOfMonth, readUsage } from '#storage/accounts/usage.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { formatBytes, formatCount } from '../../kit/format-count.ts';
import { redirectSaying } from '../../frame/flash/flash.ts';
import { Form, readForm } from '../../frame/forms/form.ts';
import { submit } from '../../frame/forms/validate-form.ts';
import { Field, FilledForm } from '../../kit/field.tsx';
import { Button, LinkButton } from '../../kit/buttons.tsx';
import { Figure, Figures } from '../../kit/figures.tsx';
import { Table } from '../../kit/table.tsx';
import { DELETE_PATH } from './delete-account.tsx';
import { namePlan } from './plan-name.ts';
import { renderSettings } from './list-room.tsx';

const monthFormat = formatInUtc({ month: 'long', year: 'numeric' });

const QUOTA_LABELS: Readonly<Record<QuotaName, PlainMessage>> = {
  codes: 'Codes',
  codes_per_month: 'New codes a month',
  api_keys: 'API keys',
  people: 'People',
  stored_bytes: 'Storage',
  domains: 'Domains',
  file_bytes: 'Files',
  webhooks: 'Webhooks',
};

/** `GET /settings/workspace` */
export function openWorkspace(c: DashboardContext): Promise<Response> {
  return showWorkspace(c, new Form([['name', c.get('person').account.name]]));
}

/** `POST /settings/workspace`: changes the name. */
export async function renameWorkspace(c: DashboardContext): Promise<Response> {
  const form = await readForm(c);
  const changed = await submit(form, accountChange, { name: form.value('name') }, (body) =>
    changeOwnAccount(c.get('deps'), c.get('person'), toAccountChange(body)),
  );
  return changed ? redirectSaying(c, '/settings/workspace', 'saved') : showWorkspace(c, form);
}

/** What is about the whole account. */
async function showWorkspace(c: DashboardContext, form: Form): Promise<Response> {
  const { account, role } = c.get('person');
  const deps = c.get('deps');
  const nowMs = deps.nowMs();
  const [used, scans] = await Promise.all([
    readUsage(deps.db, account.id, nowMs),
    readScansOfMonth(deps.db, account.id, nowMs),
  ]);
  const page = <WorkspacePage {...{ account, form, used, scans, nowMs }} mayDelete={role === 'owner'} />;
  return renderSettings(c, 'Name and plan', page, form);
}

interface WorkspacePageProps {
  readonly account: Account;
  readonly form: Form;
  readonly used: Quotas;
  readonly scans: number;
  readonly nowMs: number;
  readonly mayDelete: boolean;
}

function WorkspacePage({ account, form, used, scans, nowMs, mayDelete }: WorkspacePageProps) {
  return (
    <>
      {mayDelete ? (
        <section>
          <h2>{say('Name')}</h2>
          <FilledForm form={form} action="/settings/workspace" data-unsaved>
            <Field
              name="name"
              label={say('Name')}
              attributes={{ maxlength: LONGEST_NAME, required: true, dir: 'auto' }}
            />
            <Button>{say('Save')}</Button>
          </FilledForm>
        </section>
      ) : null}
      <section>
        <h2>{say('Plan')}</h2>
        <p>
          {sayRich(
            '<b>{account}</b> is on the <b>{plan}</b> plan: up to {requests, number} requests a minute for all its keys together.',
            {
              account: account.name,
              plan: namePlan(account.plan),
              requests: PLANS[account.plan].requestsPerMinute,
              b: (text) => <strong>{text}</strong>,
            },
          )}
        </p>
      </section>
      <section>
        <h2>{say('Usage in {month}', { month: monthFormat().format(nowMs) })}</h2>
        <Figures>
          <Figure label={say('Codes created')} value={used.codes_per_month} />
          <Figure label={say('Scans')} value={scans} />
          <Figure label={say('Codes in total')} value={used.codes} />
        </Figures>
        <p class="muted">
          {say(
            'Months are in UTC. New scans can take a few minutes to appear. A deleted code still counts among the codes created this month, but not in the total.',
          )}
        </p>
      </section>
      <Limits plan={account.plan} used={used} />
      <AllPlans own={account.plan} />
      <Deletion account={account} mayDelete={mayDelete} />
    </>
  );
}

function Deletion({ account, mayDelete }: Pick<WorkspacePageProps, 'account' | 'mayDelete'>) {
  return (
    <section id="delete">
      <h2>{say('Delete the account')}</h2>
      <p>
        {say(
          'Deletes {account} with all its codes, for everybody. For {days, number} days, an owner can restore it.',
          {
            account: account.name,
            days: RESTORABLE_DAYS,
          },
        )}
      </p>
      {mayDelete ? (
        <LinkButton href={DELETE_PATH} kind="danger">
          {say('Delete the account…')}
        </LinkButton>
      ) : (
        <p class="muted">{say('Only owners of the account can do this. Ask an owner.')}</p>
      )}
    </section>
  );
}

function Limits({ plan, used }: { readonly plan: Account['plan']; readonly used: Quotas }) {
  const { quotas, editsPerCode } = PLANS[plan];
  return (
    <section>
      <h2>{say('Your limits')}</h2>
      <Table
        columns={[
          { label: say('Limit') },
          { label: say('Used'), isNumber: true },
          { label: say('Allowed'), isNumber: true },
        ]}
      >
        {QUOTA_NAMES.map((name) => (
          <LimitRow
            label={say(QUOTA_LABELS[name])}
            part={used[name] / quotas[name]}
            values={[formatAmount(name, used[name]), formatAmount(name, quotas[name])]}
          />
        ))}
      </Table>
      <p class="muted">
        {say(
          'Revoked keys and removed people count for another {days, number} days. Storage holds your images, the texts of your codes and of their history, and reports of imports. The history of a code keeps its last {edits, number} entries; the oldest of them stands for all earlier changes.',
          { days: RELEASED_AFTER_DAYS, edits: editsPerCode },
        )}
      </p>
    </section>
  );
}

function AllPlans({ own }: { readonly own: Account['plan'] }) {
  return (
    <section>
      <h2>{say('All plans')}</h2>
      <Table
        columns={[
          { label: say('Limit') },
          ...PLAN_NAMES.map((plan) => ({
            label: plan === own ? say('{plan} (yours)', { plan: namePlan(plan) }) : namePlan(plan),
            isNumber: true,
            isCurrent: plan === own,
          })),
        ]}
      >
        <LimitRow
          label={say('Requests a minute')}
          values={PLAN_NAMES.map((plan) => formatCount(PLANS[plan].requestsPerMinute))}
        />
        {QUOTA_NAMES.map((name) => (
          <LimitRow
            label={say(QUOTA_LABELS[name])}
            values={PLAN_NAMES.map((plan) => formatAmount(name, PLANS[plan].quotas[name]))}
          />
        ))}
        <LimitRow
          label={say('Edits kept per code')}
          values={PLAN_NAMES.map((plan) => formatCount(PLANS[plan].editsPerCode))}
        />
        <LimitRow
          label={say('Events kept for webhooks')}
          values={PLAN_NAMES.map((plan) => formatCount(PLANS[plan].keptEvents))}
        />
      </Table>
      <p class="muted">
        {say('To change your plan, ask the operator of this service. No plan limits scans.')}
      </p>
    </section>
  );
}

interface LimitRowProps {
  readonly label: string;
  /** How much of the limit is used, from 0 to 1: a bar, which says nothing more than the figures. */
  readonly part?: number;
  readonly values: readonly string[];
}

function LimitRow({ label, part, values }: LimitRowProps) {
  return (
    <tr>
      <th scope="row">
        {label}
        {part === undefined ? null : <progress value={Math.min(1, part)} aria-hidden="true" />}
      </th>
      {values.map((value) => (
        <td class="number">{value}</td>
      ))}
    </tr>
  );
}

function formatAmount(name: QuotaName, amount: number): string {
  return name === 'stored_bytes' || name === 'file_bytes' ? formatBytes(amount) : formatCount(amount);
}
