import type { Account } from '../../core/account.ts';
import { PLAN_NAMES, PLANS } from '../../core/plan.ts';
import type { Usage } from '../../storage/usage.ts';
import { Settings } from '../components/settings-tabs.tsx';
import { formatCount } from '../scan-words.ts';

const MONTH_FORMAT = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'long', year: 'numeric' });

interface PlanPageProps {
  readonly account: Account;
  readonly usage: Usage;
  readonly nowMs: number;
}

export function PlanPage({ account, usage, nowMs }: PlanPageProps) {
  return (
    <Settings tab="Plan and usage">
      <section>
        <h2>Plan</h2>
        <p>
          <strong>{account.name}</strong> is on the plan <strong>{toTitle(account.plan)}</strong>: up to{' '}
          {toRate(account.plan)}, all keys together.
        </p>
      </section>
      <section>
        <h2>Usage in {MONTH_FORMAT.format(nowMs)}</h2>
        <dl class="figures">
          <Figure label="codes created" value={usage.codesThisMonth} />
          <Figure label="scans" value={usage.scansThisMonth} />
          <Figure label="codes in all" value={usage.codes} />
        </dl>
        <p class="muted">
          Months begin and end by UTC. A scan may take some minutes to show; deleted codes are not counted.
        </p>
      </section>
      <AllPlans own={account.plan} />
    </Settings>
  );
}

function AllPlans({ own }: { readonly own: Account['plan'] }) {
  return (
    <section>
      <h2>All plans</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Plan</th>
            <th scope="col">Requests</th>
          </tr>
        </thead>
        <tbody>
          {PLAN_NAMES.map((plan) => (
            <tr aria-current={plan === own ? 'true' : undefined}>
              <th scope="row">
                {toTitle(plan)}
                {plan === own ? ' (yours)' : ''}
              </th>
              <td>{toRate(plan)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="muted">To change it, ask whoever runs this service. Scans are never limited by the plan.</p>
    </section>
  );
}

function Figure({ label, value }: { readonly label: string; readonly value: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{formatCount(value)}</dd>
    </div>
  );
}

function toTitle(plan: Account['plan']): string {
  return plan.charAt(0).toUpperCase() + plan.slice(1);
}

function toRate(plan: Account['plan']): string {
  return `${formatCount(PLANS[plan].requestsPerMinute)} requests a minute`;
}
