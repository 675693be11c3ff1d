import type { Account } from '#core/accounts/account.ts';
import { PLAN_NAMES, PLANS } from '#core/accounts/plan.ts';
import { QUOTA_NAMES, type QuotaName, type Quotas, RELEASED_AFTER_DAYS } from '#core/accounts/quota.ts';
import { readScansOfMonth, readUsage } from '#storage/accounts/usage.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { formatCount } from '../../frame/format-count.ts';
import { renderPage } from '../../frame/render.tsx';
import { Figure, Figures } from '../../kit/figures.tsx';
import { Table } from '../../kit/table.tsx';
import { Settings } from './settings-tabs.tsx';

const MONTH_FORMAT = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'long', year: 'numeric' });

const QUOTA_LABELS: Readonly<Record<QuotaName, string>> = {
  codes: 'Codes',
  codes_per_month: 'New codes a month',
  api_keys: 'API keys',
  people: 'People',
  stored_bytes: 'Stored text',
};

/** `GET /settings/plan` */
export async function showPlan(c: DashboardContext): Promise<Response> {
  const { account } = c.get('person');
  const deps = c.get('deps');
  const nowMs = deps.nowMs();
  const [used, scans] = await Promise.all([
    readUsage(deps.db, account.id, nowMs),
    readScansOfMonth(deps.db, account.id, nowMs),
  ]);
  return renderPage(
    c,
    { title: 'Plan and usage', section: 'Settings' },
    <PlanPage account={account} used={used} scans={scans} nowMs={nowMs} />,
  );
}

interface PlanPageProps {
  readonly account: Account;
  readonly used: Quotas;
  readonly scans: number;
  readonly nowMs: number;
}

function PlanPage({ account, used, scans, nowMs }: PlanPageProps) {
  return (
    <Settings tab="Plan and usage">
      <section>
        <h2>Plan</h2>
        <p>
          <strong>{account.name}</strong> is on the <strong>{toTitle(account.plan)}</strong> plan: up to{' '}
          {formatCount(PLANS[account.plan].requestsPerMinute)} requests a minute for all its keys together.
        </p>
      </section>
      <section>
        <h2>Usage in {MONTH_FORMAT.format(nowMs)}</h2>
        <Figures>
          <Figure label="Codes created" value={used.codes_per_month} />
          <Figure label="Scans" value={scans} />
          <Figure label="Codes in total" value={used.codes} />
        </Figures>
        <p class="muted">
          Months are in UTC. New scans can take a few minutes to appear. A deleted code still counts among the
          codes created this month, and nowhere else.
        </p>
      </section>
      <Limits plan={account.plan} used={used} />
      <AllPlans own={account.plan} />
    </Settings>
  );
}

function Limits({ plan, used }: { readonly plan: Account['plan']; readonly used: Quotas }) {
  const { quotas, editsPerCode } = PLANS[plan];
  return (
    <section>
      <h2>Your limits</h2>
      <Table
        columns={[
          { label: 'Limit' },
          { label: 'Used', isNumber: true },
          { label: 'Allowed', isNumber: true },
        ]}
      >
        {QUOTA_NAMES.map((name) => (
          <LimitRow
            label={QUOTA_LABELS[name]}
            values={[formatAmount(name, used[name]), formatAmount(name, quotas[name])]}
          />
        ))}
      </Table>
      <p class="muted">
        Revoked keys and removed people count for another {RELEASED_AFTER_DAYS} days. Stored text is the
        targets, titles, external ids and rules of your codes, and their history. The history of a code keeps
        its last {formatCount(editsPerCode)} entries; the oldest of them stands for all earlier changes.
      </p>
    </section>
  );
}

function AllPlans({ own }: { readonly own: Account['plan'] }) {
  return (
    <section>
      <h2>All plans</h2>
      <Table
        columns={[
          { label: 'Limit' },
          ...PLAN_NAMES.map((plan) => ({
            label: plan === own ? `${toTitle(plan)} (yours)` : toTitle(plan),
            isNumber: true,
            isCurrent: plan === own,
          })),
        ]}
      >
        <LimitRow
          label="Requests a minute"
          values={PLAN_NAMES.map((plan) => formatCount(PLANS[plan].requestsPerMinute))}
        />
        {QUOTA_NAMES.map((name) => (
          <LimitRow
            label={QUOTA_LABELS[name]}
            values={PLAN_NAMES.map((plan) => formatAmount(name, PLANS[plan].quotas[name]))}
          />
        ))}
        <LimitRow
          label="Edits kept per code"
          values={PLAN_NAMES.map((plan) => formatCount(PLANS[plan].editsPerCode))}
        />
      </Table>
      <p class="muted">To change your plan, ask the operator of this service. No plan limits scans.</p>
    </section>
  );
}

function LimitRow({ label, values }: { readonly label: string; readonly values: readonly string[] }) {
  return (
    <tr>
      <th scope="row">{label}</th>
      {values.map((value) => (
        <td class="number">{value}</td>
      ))}
    </tr>
  );
}

function toTitle(plan: Account['plan']): string {
  return plan.charAt(0).toUpperCase() + plan.slice(1);
}

function formatAmount(name: QuotaName, amount: number): string {
  return name === 'stored_bytes' ? formatBytes(amount) : formatCount(amount);
}

/** In kilobytes below a megabyte; rounded up, so that a little is not shown as nothing. */
function formatBytes(bytes: number): string {
  if (bytes < 1_000_000) return `${formatCount(Math.ceil(bytes / 1_000))} kB`;
  return `${formatCount(Math.ceil(bytes / 100_000) / 10)} MB`;
}
