import { FIRST_FAILURE, type LoggedRequest, type RequestFilter } from '#core/requests/api-request.ts';
import { say, sayRich } from '#languages/say.ts';
import type { ListedApiKey } from '#storage/accounts/api-keys.ts';
import { Second } from '../../frame/utc-time.tsx';
import { Button, HiddenFields } from '../../kit/buttons.tsx';
import { Empty } from '../../kit/empty.tsx';
import { Notice } from '../../kit/notice.tsx';
import { Pages } from '../../kit/pages.tsx';
import { Row } from '../../kit/rows.tsx';
import { Log, LOG_PATH, REQUESTS_PATH } from './log-frame.tsx';

/** The address of a page of the log. */
export function toRequestsPath({ keyId, isFailed }: RequestFilter, cursor = ''): string {
  const query = { key: keyId ?? '', failed: isFailed ? 'true' : '', cursor };
  const set = Object.entries(query).filter(([, value]) => value !== '');
  return [REQUESTS_PATH, ...set.map(([name, value]) => `${name}=${encodeURIComponent(value)}`)].join('&');
}

interface RequestsPageProps {
  readonly isOwner: boolean;
  /** Null if the log could not be read. */
  readonly requests: readonly LoggedRequest[] | null;
  readonly keys: readonly ListedApiKey[];
  readonly filter: RequestFilter;
  /** Addresses of the first and the next page; null on the first or the last page. */
  readonly first: string | null;
  readonly next: string | null;
}

export function RequestsPage({ isOwner, requests, keys, filter, first, next }: RequestsPageProps) {
  const isPart = filter.keyId !== null || filter.isFailed || first !== null;
  const names = new Map(keys.map(({ id, name }) => [id, name]));
  const head = (
    <>
      {requests?.length === 0 && !isPart ? <NoRequests /> : <Filters keys={keys} filter={filter} />}
      {requests?.length === 0 && isPart ? <p>{say('No request of the last 7 days matches.')}</p> : null}
      {requests === null ? (
        <Notice>{say('The log cannot be read right now. Try again in a minute.')}</Notice>
      ) : null}
      {requests?.some(({ standsFor }) => standsFor > 1) ? (
        <Notice>{say('There were so many requests that the log has only a sample of them.')}</Notice>
      ) : null}
    </>
  );
  return (
    <Log
      of="requests"
      isOwner={isOwner}
      head={head}
      entries={requests ?? []}
      timeOf={({ requestedAtMs }) => requestedAtMs}
      show={(request) => <Request {...request} keyName={names.get(request.keyId) ?? request.keyId} />}
    >
      <Pages first={first} next={next} />
      <p class="muted">
        {say(
          'Every request made with an API key of this account in the last 7 days, newest first. For a refused request, it names the fields at fault, never what was sent.',
        )}
      </p>
    </Log>
  );
}

function NoRequests() {
  return (
    <Empty picture="search">
      <p>
        {sayRich(
          'No program sent a request in the last 7 days. The <docs>API reference</docs> shows how to send one.',
          { docs: (text) => <a href="/docs">{text}</a> },
        )}
      </p>
    </Empty>
  );
}

function Filters({ keys, filter }: Pick<RequestsPageProps, 'keys' | 'filter'>) {
  return (
    <form class="choices cluster" action={LOG_PATH}>
      <HiddenFields fields={{ of: 'requests' }} />
      <label>
        {say('API key')}
        <select name="key">
          <option value="">{say('All keys')}</option>
          {keys.map(({ id, name }) => (
            <option value={id} selected={id === filter.keyId}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        {say('Outcome')}
        <select name="failed">
          <option value="">{say('All outcomes')}</option>
          <option value="true" selected={filter.isFailed}>
            {say('Failed')}
          </option>
        </select>
      </label>
      <Button kind="second">{say('Show')}</Button>
    </form>
  );
}

function Request(request: LoggedRequest & { readonly keyName: string }) {
  const { requestedAtMs, keyName, status, errorCode, durationMs, requestId, fields, standsFor } = request;
  return (
    <Row
      title={<code>{`${request.method} ${request.path}`}</code>}
      beside={
        <>
          {status} {errorCode === null ? null : <code>{errorCode}</code>}
        </>
      }
      about={
        <>
          <Second timeMs={requestedAtMs} /> · {keyName} · {say('{count, number} ms', { count: durationMs })} ·{' '}
          {requestId}
          {standsFor > 1 ? ` · ${say('one of {count, number} requests', { count: standsFor })}` : null}
        </>
      }
      more={
        fields.length === 0 ? null : <p>{say('Fields at fault: {fields}', { fields: fields.join(', ') })}</p>
      }
      state={status < FIRST_FAILURE ? undefined : 'failed'}
    />
  );
}
