import { describeFault, type TargetFailure } from '#core/targets/failure.ts';
import { Notice } from '../../kit/notice.tsx';
import { Minute } from '../../frame/utc-time.tsx';

/** Says that people who scan a code do not get a page. */
export function BrokenTarget({
  failure,
  target,
}: {
  readonly failure: TargetFailure;
  readonly target: string;
}) {
  return (
    <Notice kind="error" role="note">
      <strong>The target is broken.</strong> {failure.url === target ? 'It' : <bdi>{failure.url}</bdi>}{' '}
      {describeFault(failure)}. This was first seen on <Minute timeMs={failure.sinceMs} />. The service asks
      again every day.
    </Notice>
  );
}

/** The target or the content of a code: a link if it is a web address, otherwise text. It may be long, and in any script. */
export function Target({ target }: { readonly target: string }) {
  return isWebAddress(target) ? (
    <a class="target" href={target} rel="noreferrer noopener">
      <bdi>{target}</bdi>
    </a>
  ) : (
    <span class="target" dir="auto">
      {target}
    </span>
  );
}

function isWebAddress(target: string): boolean {
  return /^https?:\/\//i.test(target) && URL.canParse(target);
}
