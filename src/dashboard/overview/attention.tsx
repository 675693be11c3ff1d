import { toPublicId } from '#core/codes/code-id.ts';
import type { QuotaName } from '#core/accounts/quota.ts';
import type { NearQuota, Overview } from '#service/overview/read-overview.ts';
import type { FoundCodes } from '#storage/targets/attention.ts';
import { nameCode } from '../codes/name-code.ts';
import { formatCount } from '../frame/format-count.ts';

const QUOTA_WORDS: Readonly<Record<QuotaName, string>> = {
  codes: 'codes',
  codes_per_month: 'new codes this month',
  api_keys: 'API keys',
  people: 'people',
  stored_bytes: 'bytes of text and images',
};

/** The number of kinds of things that need attention. */
export function countNeeds({ toLookAt, nearQuotas }: Overview): number {
  return Object.values(toLookAt).filter(({ count }) => count > 0).length + nearQuotas.length;
}

/** Things that need attention, each with a link to where it can be fixed. They always cover all codes of the account. */
export function Attention({ overview }: { readonly overview: Overview }) {
  const { toLookAt, nearQuotas } = overview;
  const { broken, endingSoon, paused, disabled, neverScanned } = toLookAt;
  return (
    <section aria-labelledby="attention">
      <h2 id="attention">Needs attention</h2>
      {countNeeds(overview) === 0 ? (
        <p class="muted">Nothing right now.</p>
      ) : (
        <ul class="attention">
          <Item found={disabled} one="is disabled" many="are disabled" href="/codes?status=disabled" />
          <Item
            found={broken}
            one="leads to an address that does not work"
            many="lead to addresses that do not work"
            href="/codes?target=broken"
          />
          <Item found={endingSoon} one="ends within 7 days" many="end within 7 days" />
          {nearQuotas.map((near) => (
            <QuotaItem {...near} />
          ))}
          <Item found={paused} one="is paused" many="are paused" href="/codes?status=paused" />
          <Item
            found={neverScanned}
            one="is older than 30 days and was never scanned"
            many="are older than 30 days and were never scanned"
          />
        </ul>
      )}
    </section>
  );
}

interface ItemProps {
  readonly found: FoundCodes;
  /** The sentence for one code, and for many. */
  readonly one: string;
  readonly many: string;
  /** The list of all of them, if there is one. */
  readonly href?: string;
}

function Item({ found: { codes, count, isMore }, one, many, href }: ItemProps) {
  if (count === 0) return null;
  const number = `${formatCount(count)}${isMore ? ' or more' : ''}`;
  const text = count === 1 && !isMore ? `1 code ${one}` : `${number} codes ${many}`;
  const isShort = count === codes.length && !isMore;
  return (
    <li>
      {href === undefined ? text : <a href={href}>{text}</a>}
      {': '}
      {codes.map((code, i) => (
        <>
          {i === 0 ? null : ', '}
          <a href={`/codes/${toPublicId(code.codeId)}`}>{nameCode(code)}</a>
        </>
      ))}
      {isShort ? '.' : '…'}
    </li>
  );
}

function QuotaItem({ quota, used, limit }: NearQuota) {
  return (
    <li>
      <a href="/settings/plan">{`${formatCount(used)} of ${formatCount(limit)} ${QUOTA_WORDS[quota]}`}</a>
      {used >= limit ? ' are used. You cannot add more.' : ' are used.'}
    </li>
  );
}
