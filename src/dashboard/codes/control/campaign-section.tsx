import { LONGEST_PREVIEW } from '#core/control/checks/control-request.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { NO_CONTROL } from '#core/control/control.ts';
import { addUtm, type Utm, UTM_NAMES, type UtmValues } from '#core/control/utm.ts';
import { parseImageId } from '#core/logos/image-id.ts';
import type { LogoImage } from '#core/logos/logo-image.ts';
import { say } from '#languages/say.ts';
import { Fields, type FieldTable, readFields } from '../../frame/forms/field-table.tsx';
import { hasBranches } from '../../scans/charts/branches.tsx';
import { LogoUpload, toLogoTiles } from '../form/design/logo.tsx';
import { Picture } from '../library/pictures.tsx';
import { Tiles } from '../form/design/tiles.tsx';
import { Target } from '../page/target.tsx';
import { UTM } from '../templates/utm-fields.tsx';
import { type CardProps, CardForm } from './limits-section.tsx';

/** The same fields, each with the list of its earlier values. */
const SUGGESTING: FieldTable = Object.fromEntries(
  Object.entries(UTM).map(([name, field]) => [
    name,
    { ...field, attributes: { ...field.attributes, list: `known-${name}` } },
  ]),
);

interface CampaignProps extends CardProps {
  readonly code: QrCode;
  /** What the account used before. */
  readonly known: UtmValues;
}

export function CampaignForm({ code, known, ...props }: CampaignProps) {
  return (
    <>
      <p>
        {say(
          'Every scan adds these to the target, so that your web analytics know where visitors come from. A parameter that the target already has stays.',
        )}
      </p>
      <CardForm {...props} name="campaign" outcome={<CampaignOutcome code={code} form={props.form} />}>
        <Fields of={SUGGESTING} />
      </CardForm>
      {UTM_NAMES.map((name) => (
        <datalist id={`known-utm.${name}`}>
          {known[name].map((text) => (
            <option value={text} />
          ))}
        </datalist>
      ))}
    </>
  );
}

/** Where a scan leads with the typed parameters: the same function adds them when somebody scans. */
export function CampaignOutcome({ code, form }: Pick<CampaignProps, 'code' | 'form'>) {
  const control = code.control ?? NO_CONTROL;
  const target = control.variants[0]?.target ?? code.redirectTo ?? code.target;
  return (
    <>
      <p class="muted">
        {hasBranches(control) ? say('A scan leads, for example, to') : say('A scan leads to')}
      </p>
      <Target target={addUtm(target, readFields(form, UTM)['utm'] as Utm)} />
    </>
  );
}

export const PREVIEW = {
  'preview.title': {
    label: 'Title',
    placeholder: 'Our menu',
    attributes: { maxlength: LONGEST_PREVIEW.title },
  },
  'preview.description': {
    label: 'Description',
    placeholder: 'What we cook this week',
    attributes: { maxlength: LONGEST_PREVIEW.description },
  },
  'preview.image': { kind: 'choice', label: 'Picture' },
} as const satisfies FieldTable;

interface PreviewProps extends CardProps {
  /** Of the short link that is shared. */
  readonly host: string;
  /** Those that it can show. */
  readonly images: readonly LogoImage[];
}

export function PreviewForm({ host, images, ...props }: PreviewProps) {
  return (
    <>
      <p>
        {say(
          'What chats and social networks show when somebody shares the short link. People who open it go to the target as always. Leave all empty to show what the target says about itself.',
        )}
      </p>
      <CardForm
        {...props}
        name="preview"
        outcome={<PreviewOutcome form={props.form} host={host} />}
        enctype="multipart/form-data"
      >
        <Fields of={PREVIEW} names={['preview.title', 'preview.description']} />
        <Tiles
          name="preview.image"
          label={say('Picture')}
          hint={say('Everybody can then see it.')}
          tiles={toLogoTiles(images)}
        />
        <LogoUpload
          label={say('Upload a picture')}
          action={`${props.path}/control/preview/image`}
          takesSvg={false}
        >
          <a href="/codes/library">{say('Library')}</a>
        </LogoUpload>
      </CardForm>
    </>
  );
}

/** The short link as a chat shows it; nothing if the target decides that. */
export function PreviewOutcome({ form, host }: Pick<PreviewProps, 'form' | 'host'>) {
  const [title, description] = [form.trimmed('preview.title'), form.trimmed('preview.description')];
  const image = parseImageId(form.value('preview.image'));
  if (title === '' && description === '' && image === null) return null;
  return (
    <>
      <p class="muted">{say('In a chat')}</p>
      <div class="chat-card row">
        {image === null ? null : <Picture id={image} size={96} />}
        <div>
          <strong dir="auto">{title || host}</strong>
          {description === '' ? null : <p dir="auto">{description}</p>}
          <small>{host}</small>
        </div>
      </div>
    </>
  );
}
