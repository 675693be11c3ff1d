import type { CountedQrCode } from '#core/codes/counted-qr-code.ts';
import { toPublicId } from '#core/codes/code-id.ts';
import { NO_CONTROL } from '#core/control/control.ts';
import type { TimeZone } from '#core/scans/time-zone.ts';
import { nameCode } from '../codes/name-code.ts';
import type { Form } from '../frame/forms/form.ts';
import { Filled } from '../kit/field.tsx';
import { ButtonRow } from '../kit/buttons.tsx';
import { PageHead } from '../kit/page-head.tsx';
import { LimitsSection } from './limits-section.tsx';
import { PauseButton } from './pause-button.tsx';
import { RulesSection } from './rules-section.tsx';
import { Status } from './section.tsx';
import { TesterSection } from './tester-section.tsx';
import type { Trial } from './tester.ts';
import { TimeZoneField, TimeZones } from './time-zones.tsx';
import { VariantsSection } from './variants-section.tsx';

export interface ControlPageProps {
  readonly counted: CountedQrCode;
  readonly timeZone: TimeZone;
  /** One for each form of the page, so that text typed into any of them is shown again. */
  readonly forms: ControlForms;
  readonly trial: Trial | null;
}

export interface ControlForms {
  readonly limits: Form;
  readonly rule: Form;
  readonly move: Form;
  readonly variants: Form;
  readonly zone: Form;
  readonly test: Form;
}

/** All settings for a code's scans, in the order in which they apply. */
export function ControlPage({ counted, timeZone, forms, trial }: ControlPageProps) {
  const { code, status } = counted;
  const path = `/codes/${toPublicId(code.codeId)}`;
  const control = code.control ?? NO_CONTROL;
  const shared = { path, timeZone, opened: { revision: String(code.revision), tz: timeZone } };
  return (
    <>
      <PageHead
        back={{ href: path, label: 'Back to the code' }}
        title={
          <>
            What happens on a scan of <bdi>{nameCode(code)}</bdi>
          </>
        }
      />
      <ButtonRow>
        <Status status={status} />
        <PauseButton path={path} isPaused={control.isPaused} />
      </ButtonRow>
      <TimeZoneForm path={path} form={forms.zone} />
      <LimitsSection {...shared} form={forms.limits} hasPassword={control.password !== null} />
      <RulesSection {...shared} rules={control.rules} form={forms.rule} move={forms.move} />
      <VariantsSection {...shared} form={forms.variants} count={control.variants.length} />
      <TesterSection path={path} form={forms.test} trial={trial} timeZone={timeZone} />
    </>
  );
}

/** Times are typed and shown in one time zone. */
function TimeZoneForm({ path, form }: { readonly path: string; readonly form: Form }) {
  return (
    <form action={`${path}/control`} class="time-zone">
      <Filled.Provider value={form}>
        <TimeZoneField name="tz" label="Time zone for this page" isProposed />
        <button type="submit" class="outline">
          Use this time zone
        </button>
        <TimeZones />
      </Filled.Provider>
    </form>
  );
}
