import { Hono } from 'hono';
import { accountChange, toAccountChange } from '#contract/account.ts';
import {
  type AccountBrand,
  DARK_PAGE,
  LIGHT_PAGE,
  LONGEST_BRAND_NAME,
  OWN_COLOR,
  toShownColors,
} from '#core/accounts/account-brand.ts';
import type { LogoImage } from '#core/logos/logo-image.ts';
import { say } from '#languages/say.ts';
import { changeOwnAccount } from '#service/accounts/change-account.ts';
import { findAccountBrand } from '#storage/accounts/account-brands.ts';
import { ColorField } from '../codes/form/design/color-field.tsx';
import { IMAGE, LogoUpload, readLogoImages, toLogoTiles } from '../codes/form/design/logo.tsx';
import { Tiles } from '../codes/form/design/tiles.tsx';
import type { DashboardContext, DashboardEnv } from '../frame/dashboard-env.ts';
import { redirectSaying } from '../frame/flash/flash.ts';
import { writeFields } from '../frame/forms/field-table.tsx';
import { Form } from '../frame/forms/form.ts';
import { takeUploads, type UploadInto } from '../frame/forms/take-uploads.ts';
import { submit } from '../frame/forms/validate-form.ts';
import { Button } from '../kit/buttons.tsx';
import { Field, FilledForm } from '../kit/field.tsx';
import { requireOwner } from '../accounts/sign-in/require-session.ts';
import { renderSettings } from '../accounts/settings/list-room.tsx';

const PATH = '/settings/brand';
const LOGO: UploadInto = [IMAGE, 'brand.logo'];

/** What people who scan see of the account on the pages of its codes. */
export const brandRoutes = new Hono<DashboardEnv>()
  .get('/', async (c) => showBrand(c, openForm(await findBrand(c))))
  .post('/', requireOwner, saveBrand)
  // Stores the picture at once; the form around it is shown again, unsaved.
  .post('/logo', requireOwner, async (c) => showBrand(c, await takeUploads(c, [LOGO], IMAGE)));

function findBrand(c: DashboardContext): Promise<AccountBrand> {
  return findAccountBrand(c.get('deps').db, c.get('person').account.id);
}

/** A colour field is never empty: the service's own colour stands for none. */
function openForm({ name, color, logo }: AccountBrand): Form {
  return new Form(writeFields({ brand: { name, color: color ?? OWN_COLOR, logo: logo ?? null } }));
}

async function saveBrand(c: DashboardContext): Promise<Response> {
  const form = await takeUploads(c, [LOGO]);
  const color = form.value('brand.color');
  const brand = {
    name: form.trimmed('brand.name') || null,
    color: color.toLowerCase() === OWN_COLOR ? null : color,
    logo: form.value('brand.logo') || null,
  };
  const changed = await submit(form, accountChange, { brand }, (body) =>
    changeOwnAccount(c.get('deps'), c.get('person'), toAccountChange(body)),
  );
  return changed ? redirectSaying(c, PATH, 'brand_saved') : showBrand(c, form);
}

async function showBrand(c: DashboardContext, form: Form): Promise<Response> {
  const isOwner = c.get('person').role === 'owner';
  const [{ color }, images] = await Promise.all([
    findBrand(c),
    isOwner ? readLogoImages(c, form, 'brand.logo') : [],
  ]);
  return renderSettings(
    c,
    'Brand',
    <section class="card">
      <h2>{say('Brand')}</h2>
      <p>
        {say(
          'Some scans end on a page of this service: a text, a contact, an event, a Wi-Fi network, a password, a paused code. It shows your name, colour and logo.',
        )}
      </p>
      <p>
        <ColorSample color={color ?? OWN_COLOR} />
      </p>
      {isOwner ? (
        <BrandForm form={form} images={images} />
      ) : (
        <p class="muted">{say('Owners of the account can change it.')}</p>
      )}
    </section>,
    form,
  );
}

function BrandForm({ form, images }: { readonly form: Form; readonly images: readonly LogoImage[] }) {
  return (
    <FilledForm form={form} action={PATH} enctype="multipart/form-data" data-unsaved novalidate>
      <Field
        name="brand.name"
        label={say('Name')}
        hint={say('Shown at the top and at the foot of the page. Leave it empty to show none.')}
        attributes={{ maxlength: LONGEST_BRAND_NAME, dir: 'auto' }}
      />
      <ColorField
        name="brand.color"
        label={say('Colour')}
        typed={say('Colour code')}
        hint={say(
          'Buttons use it as it is. Text is made darker on light pages, and lighter on dark ones, where it would be hard to read.',
        )}
      />
      <Tiles name="brand.logo" label={say('Logo')} tiles={toLogoTiles(images)} />
      <LogoUpload label={say('Upload a logo')} action={`${PATH}/logo`} takesSvg={false}>
        <a href="/codes/library">{say('Library')}</a>
      </LogoUpload>
      <Button>{say('Save')}</Button>
    </FilledForm>
  );
}

/** A heading and a button on a light and on a dark page. */
function ColorSample({ color }: { readonly color: NonNullable<AccountBrand['color']> }) {
  const { buttonText, light, dark } = toShownColors(color);
  const pages = [
    { page: LIGHT_PAGE, text: light, x: 0 },
    { page: DARK_PAGE, text: dark, x: 150 },
  ];
  return (
    <svg
      viewBox="0 0 300 96"
      width="300"
      height="96"
      role="img"
      aria-label={say('Your colour on light and dark pages')}
    >
      {pages.map(({ page, text, x }) => (
        <g transform={`translate(${x})`} text-anchor="middle" font-size="15" font-weight="600">
          <rect x="1" y="1" width="140" height="94" rx="8" fill={page} stroke="#808080" />
          <rect x="1" y="1" width="140" height="4" fill={color} />
          <text x="71" y="36" fill={text}>
            {say('Text')}
          </text>
          <rect x="16" y="52" width="110" height="30" rx="6" fill={color} stroke={text} />
          <text x="71" y="72" fill={buttonText}>
            {say('Button')}
          </text>
        </g>
      ))}
    </svg>
  );
}
