import type { QuotaName } from '#core/accounts/quota.ts';
import type { Child } from 'hono/jsx';
import { type Message, say } from '#languages/say.ts';
import { toPublicId } from '#core/codes/code-id.ts';
import type { NearQuota, Overview } from '#service/overview/read-overview.ts';
import type { FoundCodes } from '#storage/targets/attention.ts';
import { nameCode } from '#core/codes/name-code.ts';
import { EditorsOnly } from '../frame/editors-only.tsx';
import { Button, HiddenFields } from '../kit/buttons.tsx';
import { formatBytes, formatTotal } from '../kit/format-count.ts';

/** Things that need attention, each with its action; nothing if there are none. They always cover all codes of the account. */
export function Attention({ overview: { toLookAt, nearQuotas } }: { readonly overview: Overview }) {
  const { broken, endingSoon, paused, disabled, neverScanned } = toLookAt;
  const isCalm = nearQuotas.length === 0 && Object.values(toLookAt).every(({ count }) => count === 0);
  if (isCalm) return null;
  return (
    <section class="card" aria-labelledby="attention">
      <h2 id="attention">{say('Needs attention')}</h2>
      <ul class="attention">
        <Item found={disabled} says={sayDisabled} action={say('See why')} href="/codes?status=disabled" />
        <Item found={broken} says={sayBroken} action={say('Fix')} href="/codes?target=broken" />
        <Item found={endingSoon} says={sayEndingSoon} action={<Extend codes={endingSoon.codes} />} />
        {nearQuotas.map((near) => (
          <QuotaItem {...near} />
        ))}
        <Item found={paused} says={sayPaused} action={say('Show')} href="/codes?status=paused" />
        <Item found={neverScanned} says={sayNeverScanned} action={say('Show')} />
      </ul>
    </section>
  );
}

interface Found {
  /** Decides between one and many. */
  readonly count: number;
  /** The count, as the sentence shows it: `1,000+`. */
  readonly codes: string;
}

function sayDisabled(found: Found): string {
  return say('{count, plural, one {{codes} code is disabled} other {{codes} codes are disabled}}', found);
}

function sayBroken(found: Found): string {
  return say(
    '{count, plural, one {{codes} code leads to an address that does not work} other {{codes} codes lead to addresses that do not work}}',
    found,
  );
}

function sayEndingSoon(found: Found): string {
  return say(
    '{count, plural, one {{codes} code ends within 7 days} other {{codes} codes end within 7 days}}',
    found,
  );
}

function sayPaused(found: Found): string {
  return say('{count, plural, one {{codes} code is paused} other {{codes} codes are paused}}', found);
}

function sayNeverScanned(found: Found): string {
  return say(
    '{count, plural, one {{codes} code is more than 30 days old and has never been scanned} other {{codes} codes are more than 30 days old and have never been scanned}}',
    found,
  );
}

interface ItemProps {
  readonly found: FoundCodes;
  readonly says: (found: Found) => string;
  /** The words of a link to them, or a button that does it. */
  readonly action: Child;
  /** The list of all of them, if there is one. */
  readonly href?: string;
}

/** As many as a page names: a hundred names would hide the rest. */
const NAMED = 3;

function Item({ found: { codes: found, count, isMore }, says, action, href }: ItemProps) {
  const codes = found.slice(0, NAMED);
  const [first] = codes;
  if (count === 0 || !first) return null;
  const isShort = count === codes.length && !isMore;
  return (
    <li class="apart">
      <div>
        <strong>{says({ count, codes: formatTotal({ codes: count, isMore }) })}</strong>{' '}
        <span class="names muted">
          {codes.map((code, i) => (
            <>
              {i === 0 ? null : ', '}
              <a href={hrefOfCode(code)}>{nameCode(code)}</a>
            </>
          ))}
          {isShort ? null : '…'}
        </span>
      </div>
      {typeof action === 'string' ? (
        <a class="action" href={href === undefined || count === 1 ? hrefOfCode(first) : href}>
          {action}
        </a>
      ) : (
        action
      )}
    </li>
  );
}

/** Keeps all of them, which the list of codes says, with Undo. */
function Extend({ codes }: Pick<FoundCodes, 'codes'>) {
  const ticked = codes.map(({ codeId }) => [toPublicId(codeId), 'on'] as const);
  return (
    <EditorsOnly>
      <form method="post" action="/codes/selection">
        <HiddenFields fields={{ action: 'extend', ...Object.fromEntries(ticked) }} />
        <Button kind="second">{say('Keep for 30 more days')}</Button>
      </form>
    </EditorsOnly>
  );
}

function hrefOfCode({ codeId }: FoundCodes['codes'][number]): string {
  return `/codes/${toPublicId(codeId)}`;
}

function QuotaItem(near: NearQuota) {
  return (
    <li class="apart">
      <div>
        <strong>{sayUsed(near)}</strong>{' '}
        {near.used >= near.limit ? say('You have reached the limit of your plan.') : null}
      </div>
      <a class="action" href="/settings/workspace">
        {say('See plan')}
      </a>
    </li>
  );
}

const USED = {
  codes: '{used, number} of {limit, number} codes are used.',
  codes_per_month: '{used, number} of this month’s {limit, number} new codes are used.',
  api_keys: '{used, number} of {limit, number} API keys are used.',
  people: 'The account has {used, number} of at most {limit, number} people.',
  domains: '{used, number} of {limit, number} domains are used.',
  webhooks: '{used, number} of {limit, number} webhooks are used.',
} as const satisfies Readonly<Partial<Record<QuotaName, Message>>>;

const USED_BYTES = {
  file_bytes: 'Files: {used} of {limit} are used.',
  stored_bytes: 'Storage: {used} of {limit} are used.',
} as const satisfies Readonly<Partial<Record<QuotaName, Message>>>;

/** How much of a quota is used up, in a sentence. */
function sayUsed({ quota, used, limit }: NearQuota): string {
  return quota === 'file_bytes' || quota === 'stored_bytes'
    ? say(USED_BYTES[quota], { used: formatBytes(used), limit: formatBytes(limit) })
    : say(USED[quota], { used, limit });
}
