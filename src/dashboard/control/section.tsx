import type { CountedQrCode } from '#core/codes/counted-qr-code.ts';
import { UTC } from '#core/scans/time-zone.ts';
import { say, sayRich } from '#languages/say.ts';
import { EditorsOnly } from '../frame/editors-only.tsx';
import { ButtonRow, LinkButton } from '../kit/buttons.tsx';
import { hasBranches } from './branches.tsx';
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
        <h2 id="control-heading">{say('What happens on a scan')}</h2>
        <EditorsOnly>
          <a class="change" href={`${path}/control`}>
            {sayRich('Change<hidden> what happens on a scan</hidden>', {
              hidden: (text) => <span class="visually-hidden">{text}</span>,
            })}
          </a>
        </EditorsOnly>
      </div>
      {limits.length === 0 ? (
        <p>{say('The code works at any time, without a limit or a password.')}</p>
      ) : (
        <ul class="control-limits">
          {limits.map((sentence) => (
            <li>{sentence}</li>
          ))}
        </ul>
      )}
      {hasBranches(code.control) ? null : (
        <EditorsOnly>
          <ButtonRow>
            {/* No fragment: browsers would go there instead of to the field that has the focus. */}
            <LinkButton kind="quiet" href={`${path}/control?open=variants`}>
              {say('Start an A/B test')}
            </LinkButton>
            <LinkButton kind="quiet" href={`${path}/control?open=rules#rules`}>
              {say('Add a rule')}
            </LinkButton>
          </ButtonRow>
        </EditorsOnly>
      )}
    </section>
  );
}

export function Status({ status }: Pick<CountedQrCode, 'status'>) {
  return <span class={`status ${status}`}>{say(STATUS_NAMES[status])}</span>;
}
