import type { CountedQrCode } from '#core/codes/counted-qr-code.ts';
import { type Control, NO_CONTROL } from '#core/control/control.ts';
import { UTC } from '#core/scans/time-zone.ts';
import { Target } from '../codes/page/target.tsx';
import { EditorsOnly } from '../frame/editors-only.tsx';
import { ShareBar, ShareKey } from './share-bar.tsx';
import { describeConditions, listLimits, STATUS_NAMES } from './words.ts';

/** The settings for scans, on the page of a dynamic code. */
export function ControlSection({
  counted,
  path,
}: {
  readonly counted: CountedQrCode;
  readonly path: string;
}) {
  const { code } = counted;
  const control = code.control ?? NO_CONTROL;
  const limits = listLimits(control, code.scansTaken, UTC);
  return (
    <section id="control" aria-labelledby="control-heading">
      <div class="heading-row">
        <h2 id="control-heading">What happens on a scan</h2>
        <EditorsOnly>
          <a class="change" href={`${path}/control`} data-time-zone>
            Change<span class="visually-hidden"> what happens on a scan</span>
          </a>
        </EditorsOnly>
      </div>
      {limits.length === 0 ? null : (
        <ul class="control-limits">
          {limits.map((sentence) => (
            <li>{sentence}</li>
          ))}
        </ul>
      )}
      <ol class="control-steps">
        {control.rules.map(({ target, when }) => (
          <li>
            {describeConditions(when)} → <Target target={target} />
          </li>
        ))}
        <li>
          {control.rules.length === 0 ? 'Every scan' : 'Everything else'}
          {control.variants.length > 0 ? (
            <Split variants={control.variants} />
          ) : (
            <>
              {' '}
              → <Target target={code.target} />
            </>
          )}
        </li>
      </ol>
    </section>
  );
}

function Split({ variants }: Pick<Control, 'variants'>) {
  return (
    <>
      {' is split among visitors:'}
      <ShareBar shares={variants.map(({ weight }) => weight)} />
      <ul class="split">
        {variants.map(({ name, target, weight }, i) => (
          <li>
            <ShareKey i={i} />
            <bdi>{name}</bdi>, {weight} % → <Target target={target} />
          </li>
        ))}
      </ul>
    </>
  );
}

export function Status({ status }: Pick<CountedQrCode, 'status'>) {
  return <span class={`status ${status}`}>{STATUS_NAMES[status]}</span>;
}
