import { NO_CONTROL } from '#core/control/control.ts';
import { UTC } from '#core/scans/time-zone.ts';
import type { CountedQrCode } from '#service/codes/read.ts';
import { Target } from '../codes/target.tsx';
import { PauseButton } from './pause-button.tsx';
import { describeConditions, listLimits, STATUS_NAMES } from './words.ts';

/** What happens on a scan, on the page of a dynamic code. */
export function ControlSection({
  counted,
  path,
}: {
  readonly counted: CountedQrCode;
  readonly path: string;
}) {
  const { code, status } = counted;
  const control = code.control ?? NO_CONTROL;
  const limits = listLimits(control, code.scansTaken, UTC);
  return (
    <section id="control" aria-labelledby="control-heading">
      <h2 id="control-heading">What happens on a scan</h2>
      <div class="control-state">
        <Status status={status} />
        <PauseButton path={path} isPaused={control.isPaused} />
        <a href={`${path}/control`} data-time-zone>
          Change
        </a>
      </div>
      {limits.map((sentence) => (
        <p>{sentence}</p>
      ))}
      <ol class="control-steps">
        {control.rules.map(({ target, when }) => (
          <li>
            {describeConditions(when)} → <Target target={target} />
          </li>
        ))}
        {control.variants.map(({ name, target, weight }) => (
          <li>
            <bdi>{name}</bdi>, {weight} % of visitors → <Target target={target} />
          </li>
        ))}
        {control.variants.length > 0 ? null : (
          <li>
            {control.rules.length === 0 ? 'Every scan' : 'Everything else'} → <Target target={code.target} />
          </li>
        )}
      </ol>
    </section>
  );
}

export function Status({ status }: Pick<CountedQrCode, 'status'>) {
  return <span class={`status ${status}`}>{STATUS_NAMES[status]}</span>;
}
