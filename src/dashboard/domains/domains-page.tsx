import { sayTrouble } from '#contract/domains/domain-phrases.ts';
import type { Domain } from '#core/domains/domain.ts';
import { listTroubles } from '#core/domains/troubles.ts';
import { say, sayRich } from '#languages/say.ts';
import { Settings } from '../accounts/settings/settings-frame.tsx';
import { Fields, type FieldTable } from '../frame/forms/field-table.tsx';
import type { Form } from '../frame/forms/form.ts';
import { Day } from '../frame/utc-time.tsx';
import { Button } from '../kit/buttons.tsx';
import { Empty } from '../kit/empty.tsx';
import { FilledForm } from '../kit/field.tsx';
import { Row, Rows } from '../kit/rows.tsx';
import { toDomainPath } from './paths.ts';
import { State } from './state.tsx';

const FORM = {
  host: {
    kind: 'address',
    label: 'Domain',
    isRequired: true,
    hint: 'For example go.brand.example: a name that nothing else uses yet. The next page says what to set in its DNS.',
  },
} as const satisfies FieldTable;

interface DomainsPageProps {
  readonly domains: readonly Domain[];
  readonly nowMs: number;
  /** The form for another one; null for people who are not owners. */
  readonly form: Form | null;
}

export function DomainsPage({ domains, nowMs, form }: DomainsPageProps) {
  return (
    <Settings place="Domains">
      <section>
        <h2>{say('Your domains')}</h2>
        {domains.length === 0 ? (
          <Empty>
            {say(
              'With a domain of your own, people see your name before they open a link: go.brand.example/menu. And because the domain is yours, printed codes stay yours wherever you take them.',
            )}
          </Empty>
        ) : (
          <Rows>
            {domains.map((domain) => (
              <DomainRow domain={domain} nowMs={nowMs} />
            ))}
          </Rows>
        )}
      </section>
      {form ? (
        <section class="card">
          <h2>{say('Add a domain')}</h2>
          <FilledForm form={form} action="/settings/domains" novalidate data-unsaved>
            <Fields of={FORM} />
            <Button>{say('Add domain')}</Button>
          </FilledForm>
        </section>
      ) : (
        <p class="muted">
          {say('Only owners of the account can add and change domains. If you need one, ask an owner.')}
        </p>
      )}
    </Settings>
  );
}

function DomainRow({ domain, nowMs }: { readonly domain: Domain; readonly nowMs: number }) {
  const { id, host, state, isDefault, createdAtMs } = domain;
  const [trouble] = listTroubles(domain, nowMs);
  return (
    <Row
      title={<a href={toDomainPath({ id })}>{host}</a>}
      mark={isDefault ? say('for new codes') : null}
      about={
        <>
          <State state={state} /> · {sayRich('added {day}', { day: <Day timeMs={createdAtMs} /> })}
          {trouble ? <> · {sayTrouble(domain, trouble)}</> : null}
        </>
      }
    />
  );
}
