import { say, sayRich } from '#languages/say.ts';
import type { TargetFailure } from '#core/targets/failure.ts';
import { Notice } from '../../kit/notice.tsx';
import { Minute } from '../../frame/utc-time.tsx';

interface BrokenTargetProps {
  readonly failure: TargetFailure;
  readonly target: string;
}

/** Says that people who scan a code do not get a page. */
export function BrokenTarget({ failure, target }: BrokenTargetProps) {
  return (
    <Notice kind="error" role="note">
      <strong>
        {failure.url === target
          ? say('The target is broken.')
          : sayRich('{address} is broken.', { address: <bdi>{failure.url}</bdi> })}
      </strong>{' '}
      {sayFault(failure)}{' '}
      {sayRich('First seen on {time}. The service asks again every day.', {
        time: <Minute timeMs={failure.sinceMs} />,
      })}
    </Notice>
  );
}

function sayFault({ status, reason }: TargetFailure): string {
  switch (reason) {
    case 'status':
      return status === 404 || status === 410
        ? say('It responds with {status}: the page is gone.', { status: String(status) })
        : say('It responds with {status}, an error of its server.', { status: String(status) });
    case 'no_response':
      return say('It does not respond.');
    case 'too_many_redirects':
      return say('It redirects in an endless loop.');
  }
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
