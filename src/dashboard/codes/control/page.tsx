import type { Child } from 'hono/jsx';
import { toPublicId } from '#core/codes/code-id.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { NO_CONTROL } from '#core/control/control.ts';
import type { CodeStatus } from '#core/control/status.ts';
import type { UtmValues } from '#core/control/utm.ts';
import type { LogoImage } from '#core/logos/logo-image.ts';
import type { TimeZone } from '#core/scans/time-zone.ts';
import { type PlainMessage, say, sayRich } from '#languages/say.ts';
import { nameCode } from '#core/codes/name-code.ts';
import type { Form } from '../../frame/forms/form.ts';
import { Button, ButtonRow } from '../../kit/buttons.tsx';
import { Filled } from '../../kit/field.tsx';
import { Fields, type FieldTable } from '../../frame/forms/field-table.tsx';
import { Fold } from '../../kit/fold.tsx';
import { PageHead } from '../../kit/page-head.tsx';
import { Links } from './links-section.tsx';
import { CampaignForm, PreviewForm } from './campaign-section.tsx';
import { AccessForm, LimitsForm } from './limits-section.tsx';
import { PauseButton, Status } from './status.tsx';
import { CARDS, type Section } from './read-form.ts';
import { Rules } from './rules/rules-section.tsx';
import { summarizeControl } from './summaries.ts';
import { type ItemView, TesterSection } from './tester/tester-section.tsx';
import type { Trial } from './tester/try-scan.ts';
import { TIME_ZONE, TimeZones } from '../../scans/time-zones.tsx';
import { VariantsForm } from './variants-section.tsx';

export interface ControlPageProps {
  readonly code: QrCode;
  /** What a scan of it would meet now. */
  readonly status: CodeStatus;
  readonly timeZone: TimeZone;
  /** One for each form of the page, so that text typed into any of them is shown again. */
  readonly forms: ControlForms;
  /** The card that is open from the start. */
  readonly opened: Section | null;
  readonly trial: Trial | null;
  /** Of a GS1 code. */
  readonly item: ItemView | null;
  readonly knownUtm: UtmValues;
  /** Of its short link. */
  readonly host: string;
  /** Those that a link preview can show. */
  readonly images: readonly LogoImage[];
}

export type ControlForms = Readonly<Record<Section | 'move-rule' | 'zone' | 'test', Form>>;

/** All settings for a code's scans: a card for each kind, in the order in which they apply, and a scan to try. */
export function ControlPage(props: ControlPageProps) {
  const { code, status, timeZone, forms, trial, item } = props;
  const path = `/codes/${toPublicId(code.codeId)}`;
  return (
    <>
      <PageHead
        back={{ href: path, label: <bdi>{nameCode(code)}</bdi> }}
        title={say('What happens on a scan')}
      >
        <ButtonRow>
          <Status status={status} />
          <PauseButton path={path} isPaused={code.control?.isPaused ?? false} />
        </ButtonRow>
      </PageHead>
      <div class="folds stack">
        <Cards {...props} path={path} />
        <TesterSection {...{ code, path, trial, timeZone, item }} form={forms.test} />
        <TimeZoneForm path={path} form={forms.zone} timeZone={timeZone} />
      </div>
    </>
  );
}

const TITLES: Readonly<Record<Section, PlainMessage>> = {
  limits: 'When it works',
  access: 'Password and URL parameters',
  rules: 'Rules',
  variants: 'A/B test',
  campaign: 'Campaign parameters',
  preview: 'Link preview',
  links: 'Links by type',
};

function Cards(props: ControlPageProps & { readonly path: string }) {
  const { code, timeZone, forms, opened, path, knownUtm, host, images } = props;
  const { password, rules, variants, links = [] } = code.control ?? NO_CONTROL;
  const summaries = summarizeControl(code, timeZone);
  const shared = { path, timeZone, opened: { revision: String(code.revision), tz: timeZone } };
  const contents: Readonly<Record<Section, Child>> = {
    limits: <LimitsForm {...shared} form={forms.limits} />,
    access: <AccessForm {...shared} form={forms.access} hasPassword={password !== null} />,
    rules: <Rules {...shared} rules={rules} form={forms.rules} move={forms['move-rule']} />,
    variants: (
      <>
        <p>{say('Visitors that no rule sends elsewhere are split among these targets.')}</p>
        <VariantsForm {...shared} form={forms.variants} section="variants" isSplit={variants.length > 0} />
      </>
    ),
    campaign: <CampaignForm {...shared} form={forms.campaign} code={code} known={knownUtm} />,
    preview: <PreviewForm {...shared} form={forms.preview} host={host} images={images} />,
    links: <Links {...shared} form={forms.links} links={links} />,
  };
  const isWrong = (card: Section) =>
    forms[card].hasErrors || (card === 'rules' && forms['move-rule'].hasErrors);
  return (
    <>
      {CARDS.filter((card) => card !== 'links' || code.gs1).map((card) => (
        <Fold
          id={card}
          title={say(TITLES[card])}
          summary={summaries[card]}
          isOpen={opened === card || isWrong(card)}
        >
          {contents[card]}
        </Fold>
      ))}
    </>
  );
}

const ZONE = { tz: { ...TIME_ZONE, label: 'Time zone for this page' } } as const satisfies FieldTable;

interface ZoneProps {
  readonly path: string;
  readonly form: Form;
  readonly timeZone: TimeZone;
}

/** Times are typed and shown in one time zone: that of the reader, unless they choose another. */
function TimeZoneForm({ path, form, timeZone }: ZoneProps) {
  return (
    <details class="time-zone" open={form.hasErrors}>
      <summary>
        {sayRich('Times are in {zone}. <change>Change</change>', {
          zone: timeZone,
          change: (text) => <span>{text}</span>,
        })}
      </summary>
      <form action={`${path}/control`}>
        <Filled.Provider value={form}>
          <Fields of={ZONE} />
          <Button kind="second">{say('Use this time zone')}</Button>
          <TimeZones />
        </Filled.Provider>
      </form>
    </details>
  );
}
