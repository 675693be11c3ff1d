import type { CountedQrCode } from '#core/codes/counted-qr-code.ts';
import { UTC } from '#core/scans/time-zone.ts';
import { say } from '#languages/say.ts';
import { EditorsOnly } from '../frame/editors-only.tsx';
import { listLimits, STATUS_NAMES } from './words.ts';

/** The settings for scans, on the page of a dynamic code, apart from where scans lead. */
export function ControlSection({
  counted: { code },
  path,
}: {
  readonly counted: CountedQrCode;
  readonly path: string;
}) {
  const limits = listLimits(code.control, code.scansTaken, UTC);
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
      {limits.length === 0 ? (
        <p>The code works at any time, without a limit or a password.</p>
      ) : (
        <ul class="control-limits">
          {limits.map((sentence) => (
            <li>{sentence}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

export function Status({ status }: Pick<CountedQrCode, 'status'>) {
  return <span class={`status ${status}`}>{say(STATUS_NAMES[status])}</span>;
}
