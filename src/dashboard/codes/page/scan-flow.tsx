import { say } from '#languages/say.ts';
import type { Child, PropsWithChildren } from 'hono/jsx';
import type { CountedQrCode } from '#core/codes/counted-qr-code.ts';
import { type Control, NO_CONTROL, type Rule, type Variant } from '#core/control/control.ts';
import type { TypedLink } from '#core/gs1/typed-link.ts';
import type { CodeStatus } from '#core/control/status.ts';
import { SCAN_RANGE_DAYS } from '#core/scans/range.ts';
import { UTC } from '#core/scans/time-zone.ts';
import { hasBranches, listBranchCounts } from '../../scans/charts/branches.tsx';
import { ShareBar, ShareKey } from '../control/share-bar.tsx';
import { describeConditions, describeLink, listLimits } from '../control/words.ts';
import { EditorsOnly } from '../../frame/editors-only.tsx';
import { ButtonRow, LinkButton } from '../../kit/buttons.tsx';
import type { ScanFiguresProps } from '../../scans/figures.tsx';
import { LookAlikeWarning } from '../look-alike.tsx';
import { Target } from './target.tsx';

interface ScanFlowProps extends Pick<ScanFiguresProps, 'range' | 'statistics'> {
  readonly counted: CountedQrCode;
  /** The path of the code's own page. */
  readonly path: string;
}

/** What happens on a scan, from top to bottom: what may stop it, then the rules, then the split or the target, each with its scans. */
export function ScanFlow({ counted, path, range, statistics }: ScanFlowProps) {
  const { code, status } = counted;
  const control = code.control ?? NO_CONTROL;
  const limits = listLimits(control, code.scansTaken, UTC);
  const isSimple = limits.length === 0 && status === 'active' && !hasBranches(control);
  return (
    <section id="control" class="card" aria-labelledby="control-heading">
      <div class="apart">
        <h2 id="control-heading">{say('What happens on a scan')}</h2>
        <EditorsOnly>
          <a
            class="change"
            href={`${path}/control`}
            data-time-zone
            data-words={say('schedule, limit, password, expire, end date, rules')}
          >
            {say('Edit scan rules')}
          </a>
        </EditorsOnly>
      </div>
      {isSimple ? (
        <>
          <p>{say('Every scan leads to the target: at any time, without a limit or a password.')}</p>
          <EditorsOnly>
            <ButtonRow>
              {/* No fragment: browsers would go there instead of to the field that has the focus. */}
              <LinkButton
                kind="second"
                href={`${path}/control?open=variants`}
                words={say('variants, split, shares')}
              >
                {say('Start an A/B test')}
              </LinkButton>
              <LinkButton
                kind="second"
                href={`${path}/control?open=rules#rules`}
                words={say('country, device, language, time, condition')}
              >
                {say('Add a rule')}
              </LinkButton>
            </ButtonRow>
          </EditorsOnly>
        </>
      ) : (
        <>
          {hasBranches(control) ? (
            <p class="muted flow-period">
              {say('Scans of the last {days, plural, one {# day} other {# days}}', {
                days: SCAN_RANGE_DAYS[range],
              })}
            </p>
          ) : null}
          <ol class="flow">
            <li class="start">{say('Somebody scans the code')}</li>
            <Stop status={status} fallbackUrl={control.fallbackUrl} />
            {limits.map((sentence) => (
              <li>{sentence}</li>
            ))}
            <Ways {...{ path, control, target: code.target, statistics }} />
          </ol>
        </>
      )}
      {code.gs1 ? <Links path={path} links={control.links ?? []} /> : null}
    </section>
  );
}

/** Where a GS1 code leads those who ask for a link of a type. */
function Links({ path, links }: { readonly path: string; readonly links: readonly TypedLink[] }) {
  return (
    <>
      <h3>{say('Links by type')}</h3>
      <ul class="ways stack">
        {links.map((link) => (
          <li>
            <Way target={link.href} count={null}>
              <bdi>{describeLink(link)}</bdi>
            </Way>
          </li>
        ))}
      </ul>
      <EditorsOnly>
        <ButtonRow>
          <LinkButton kind="second" href={`${path}/control?open=links#links`}>
            {say('Change the links')}
          </LinkButton>
          <LinkButton kind="second" href={`${path}/control?open=test#test`}>
            {say('Try a scan')}
          </LinkButton>
        </ButtonRow>
      </EditorsOnly>
    </>
  );
}

/** A code that is not active ends here. */
function Stop({ status, fallbackUrl }: { readonly status: CodeStatus; readonly fallbackUrl: string | null }) {
  if (status === 'active') return null;
  const leadsOn = fallbackUrl !== null && status !== 'disabled';
  return (
    <li class="stop">
      <strong>{say(STOPS[status])}</strong>{' '}
      {leadsOn
        ? say('Now every scan leads to the fallback address.')
        : say('Now every scan ends at a page that says so.')}
    </li>
  );
}

const STOPS = {
  paused: 'The code is paused.',
  scheduled: 'The code has not started yet.',
  ended: 'The code has ended.',
  exhausted: 'The scan limit is used up.',
  disabled: 'The operator has disabled the code.',
} as const;

interface WaysProps extends Pick<ScanFlowProps, 'path' | 'statistics'> {
  readonly control: Control;
  /** The target without rules and variants. */
  readonly target: string;
}

function Ways({ path, control, target, statistics }: WaysProps) {
  const { rules, variants } = control;
  const counts = listBranchCounts({ control, statistics });
  const isFirst = rules.length === 0;
  return (
    <>
      {rules.map((rule, i) => (
        <RuleWay rule={rule} count={counts[i]} path={path} />
      ))}
      {variants.length > 0 ? (
        <li>
          {isFirst ? say('All visitors are split') : say('All other visitors are split')}
          <ShareBar shares={variants.map(({ weight }) => weight)} />
          <ul class="ways stack">
            {variants.map((variant, i) => (
              <VariantWay i={i} variant={variant} count={counts[rules.length + i]} />
            ))}
          </ul>
        </li>
      ) : (
        <li>
          <Way target={target} count={counts[rules.length]}>
            {isFirst ? say('Every scan') : say('Everything else')}
          </Way>
        </li>
      )}
    </>
  );
}

function RuleWay({
  rule: { name, when, target },
  count,
  path,
}: {
  readonly rule: Rule;
  readonly count: Child;
  readonly path: string;
}) {
  return (
    <li>
      <Way target={target} count={count}>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <EditorsOnly>
          {' '}
          <a
            href={`${path}/control?rule=${encodeURIComponent(name)}#rules`}
            aria-label={say('Change the rule {name}', { name })}
          >
            {say('Change')}
          </a>
        </EditorsOnly>
        <div class="muted">{describeConditions(when)}</div>
      </Way>
    </li>
  );
}

function VariantWay({
  i,
  variant: { name, target, weight },
  count,
}: {
  readonly i: number;
  readonly variant: Variant;
  readonly count: Child;
}) {
  return (
    <li>
      <Way target={target} count={count}>
        <ShareKey i={i} />
        <strong>
          <bdi>{name}</bdi>
        </strong>{' '}
        <div class="muted">{say('{weight, number}% of visitors', { weight })}</div>
      </Way>
    </li>
  );
}

/** One way of a scan: who takes it, where it leads, and how many took it. */
function Way({
  target,
  count,
  children,
}: PropsWithChildren<{ readonly target: string; readonly count: Child }>) {
  return (
    <div class="way">
      <div class="who-takes-it">{children}</div>
      <div class="way-target">
        <span aria-hidden="true">→ </span>
        <Target target={target} />
        <LookAlikeWarning target={target} />
      </div>
      {count}
    </div>
  );
}
