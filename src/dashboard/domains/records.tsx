import type { Domain, DomainRecord } from '#core/domains/domain.ts';
import { type PlainMessage, say, sayRich } from '#languages/say.ts';
import type { Child } from 'hono/jsx';
import { CopyButton } from '../kit/copy-button.tsx';
import { Table } from '../kit/table.tsx';

const PURPOSES: Readonly<Record<DomainRecord['purpose'], PlainMessage>> = {
  routing: 'leads it here',
  ownership: 'proves that it is yours',
  certificate: 'lets us make its certificate',
};

/** What the DNS of a domain needs. On a phone, each record is a block of lines. */
export function Records({ records }: Pick<Domain, 'records'>) {
  return (
    <div class="records">
      <Table
        columns={[
          { label: say('Record') },
          { label: say('Name') },
          { label: say('Value') },
          { label: say('State') },
        ]}
      >
        {records.map((record, i) => (
          <tr>
            <th scope="row">
              {record.type} <small>{say(PURPOSES[record.purpose])}</small>
            </th>
            <td data-label={say('Name')}>
              <Copied
                id={`name-${i}`}
                text={record.name}
                what={sayRich('Copy<hidden> the name</hidden>', HIDDEN)}
              />
            </td>
            <td data-label={say('Value')}>
              <Copied
                id={`value-${i}`}
                text={record.value}
                what={sayRich('Copy<hidden> the value</hidden>', HIDDEN)}
              />
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

interface CopiedProps {
  readonly id: string;
  readonly text: string;
  readonly what: Child;
}

function Copied({ id, text, what }: CopiedProps) {
  return (
    <>
      <code id={id}>{text}</code> <CopyButton of={id} what={what} />
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
