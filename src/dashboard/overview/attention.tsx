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

/** Things that need attention, each with its action; nothing if there are none. They always cover all codes of the account. */
export function Attention({ overview: { toLookAt, nearQuotas } }: { readonly overview: Overview }) {
  const { broken, endingSoon, paused, disabled, neverScanned } = toLookAt;
  const isCalm = nearQuotas.length === 0 && Object.values(toLookAt).every(({ count }) => count === 0);
  if (isCalm) return null;
  return (
    <section class="card" aria-labelledby="attention">
      <h2 id="attention">Needs attention</h2>
      <ul class="attention">
        <Item
          found={disabled}
          one="is disabled"
          many="are disabled"
          action="See why"
          href="/codes?status=disabled"
        />
        <Item
          found={broken}
          one="leads to an address that does not work"
          many="lead to addresses that do not work"
          action="Fix"
          href="/codes?target=broken"
        />
        <Item found={endingSoon} one="ends within 7 days" many="end within 7 days" action="Extend" />
        {nearQuotas.map((near) => (
          <QuotaItem {...near} />
        ))}
        <Item found={paused} one="is paused" many="are paused" action="Review" href="/codes?status=paused" />
        <Item
          found={neverScanned}
          one="is older than 30 days and was never scanned"
          many="are older than 30 days and were never scanned"
          action="Review"
        />
      </ul>
    </section>
  );
}

interface ItemProps {
  readonly found: FoundCodes;
  /** The sentence for one code, and for many. */
  readonly one: string;
  readonly many: string;
  readonly action: string;
  /** The list of all of them, if there is one. */
  readonly href?: string;
}

function Item({ found: { codes, count, isMore }, one, many, action, href }: ItemProps) {
  const [first] = codes;
  if (count === 0 || !first) return null;
  const number = `${formatCount(count)}${isMore ? ' or more' : ''}`;
  const isShort = count === codes.length && !isMore;
  return (
    <li>
      <div>
        <strong>{count === 1 && !isMore ? `1 code ${one}` : `${number} codes ${many}`}</strong>{' '}
        <span class="names">
          {codes.map((code, i) => (
            <>
              {i === 0 ? null : ', '}
              <a href={hrefOfCode(code)}>{nameCode(code)}</a>
            </>
          ))}
          {isShort ? null : '…'}
        </span>
      </div>
      <a class="action" href={href === undefined || count === 1 ? hrefOfCode(first) : href}>
        {action}
      </a>
    </li>
  );
}

function hrefOfCode({ codeId }: FoundCodes['codes'][number]): string {
  return `/codes/${toPublicId(codeId)}`;
}

function QuotaItem({ quota, used, limit }: NearQuota) {
  return (
    <li>
      <div>
        <strong>{`${formatCount(used)} of ${formatCount(limit)} ${QUOTA_WORDS[quota]} are used.`}</strong>
        {used >= limit ? ' You cannot add more.' : null}
      </div>
      <a class="action" href="/settings/plan">
        See plan
      </a>
    </li>
  );
}
