import { sayTrouble } from '#contract/domains/domain-phrases.ts';
import type { Domain } from '#core/domains/domain.ts';
import { listTroubles } from '#core/domains/troubles.ts';
import { say, sayRich } from '#languages/say.ts';
import { type Adding, ListRoom } from '../accounts/settings/list-room.tsx';
import { Fields, type FieldTable } from '../frame/forms/field-table.tsx';
import { Day } from '../frame/utc-time.tsx';
import { Empty } from '../kit/empty.tsx';
import { Row } from '../kit/rows.tsx';
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
  readonly adding: Pick<Adding, 'form'> | null;
}

export function DomainsPage({ domains, nowMs, adding }: DomainsPageProps) {
  return (
    <ListRoom
      title={say('Your domains')}
      rows={domains.map((domain) => (
        <DomainRow domain={domain} nowMs={nowMs} />
      ))}
      none={
        <Empty>
          {say(
            'With a domain of your own, people see your name before they open a link: go.brand.example/menu. And because the domain is yours, printed codes stay yours wherever you take them.',
          )}
        </Empty>
      }
      action="/settings/domains"
      adding={adding}
      addTitle={say('Add a domain')}
      addButton={say('Add domain')}
      attributes={{ novalidate: true }}
      others={say('Only owners of the account can add and change domains. If you need one, ask an owner.')}
    >
      <Fields of={FORM} />
    </ListRoom>
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
