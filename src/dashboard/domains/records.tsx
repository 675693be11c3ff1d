import type { Domain, DomainRecord } from '#core/domains/domain.ts';
import { type PlainMessage, say, sayRich } from '#languages/say.ts';
import type { Child, PropsWithChildren } from 'hono/jsx';
import { CopyButton } from '../kit/copy-button.tsx';
import { Table } from '../kit/table.tsx';

const PURPOSES: Readonly<Record<DomainRecord['purpose'], PlainMessage>> = {
  routing: 'points it here',
  ownership: 'proves that it is yours',
  certificate: 'lets us issue its certificate',
};

/** What the DNS of a domain needs. On a phone, each record is a block of lines. */
export function Records({ records }: Pick<Domain, 'records'>) {
  return (
    <div class="stacked">
      <Table columns={[say('Record'), say('Name'), say('Value'), say('State')].map((label) => ({ label }))}>
        {records.map((record, i) => (
          <tr>
            <th scope="row">
              {record.type} <small>{say(PURPOSES[record.purpose])}</small>
            </th>
            <td data-label={say('Name')}>
              <Copied of={`name-${i}`} what={sayRich('Copy<hidden> the name</hidden>', HIDDEN)}>
                {record.name}
              </Copied>
            </td>
            <td data-label={say('Value')}>
              <Copied of={`value-${i}`} what={sayRich('Copy<hidden> the value</hidden>', HIDDEN)}>
                {record.value}
              </Copied>
            </td>
            <td>
              <Found found={record.found} />
            </td>
          </tr>
        ))}
      </Table>
    </div>
  );
}

const HIDDEN = { hidden: (text: Child) => <span class="visually-hidden">{text}</span> };

function Copied({ children, ...copy }: PropsWithChildren<Parameters<typeof CopyButton>[0]>) {
  return (
    <>
      <code id={copy.of}>{children}</code> <CopyButton {...copy} />
    </>
  );
}

function Found({ found }: Pick<DomainRecord, 'found'>) {
  if (found === null) return <span class="status archived">{say('DNS gave no answer')}</span>;
  return found ? (
    <span class="status active">{say('Found')}</span>
  ) : (
    <span class="status">{say('Not found yet')}</span>
  );
}
