import { type PlainMessage, say } from '#languages/say.ts';
import { parseImageId } from '#core/logos/image-id.ts';
import { type LogoImage, MAX_UPLOAD_BYTES, MAX_UPLOAD_SIDE } from '#core/logos/logo-image.ts';
import { err, ok } from '#core/result.ts';
import { readImages } from '#service/logos/read.ts';
import { findLogo } from '#storage/logos/logos.ts';
import { uploadImage, type UploadProblem } from '#service/logos/upload.ts';
import { type PropsWithChildren, useContext } from 'hono/jsx';
import { explainLimit } from '../../../frame/forms/validate-form.ts';
import type { DashboardContext } from '../../../frame/dashboard-env.ts';
import { Select, Filled } from '../../../kit/field.tsx';
import { UPLOAD_VALUES, UploadField, type UploadFieldProps } from '../../../kit/upload-field.tsx';
import type { Form } from '../../../frame/forms/form.ts';
import type { UploadKind } from '../../../frame/forms/take-uploads.ts';
import { Picture } from '../../library/pictures.tsx';
import { Part } from './part.tsx';
import { Chosen, Tiles } from './tiles.tsx';

const MOST_OFFERED = 11;

/** The newest images of the account, and the form's own if it is older, in the field `name`. */
export async function readLogoImages(
  c: DashboardContext,
  form: Form,
  name = 'style.logo.image',
): Promise<LogoImage[]> {
  const deps = c.get('deps');
  const accountId = c.get('person').account.id;
  const { items: images } = await readImages(deps, accountId, { limit: MOST_OFFERED, after: null });
  const id = parseImageId(form.value(name));
  if (id === null || images.some((image) => image.id === id)) return [...images];
  const chosen = await findLogo(deps.db, accountId, id);
  return chosen ? [...images, chosen] : [...images];
}

/** Images for logos, link previews and the brand. */
export const IMAGE: UploadKind = {
  field: 'logo_file',
  maxBytes: MAX_UPLOAD_BYTES,
  tooLarge: () => say('Go back and choose a smaller picture.'),
  missing: () => say('Choose a PNG, JPEG or SVG file first.'),
  async store(c, file) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const uploaded = await uploadImage(c.get('deps'), c.get('person'), { name: file.name, bytes });
    return uploaded.ok ? ok(uploaded.value.id) : err(explainUpload(uploaded.error));
  },
};

/** Where the words of the drawing room say more, they are for people who make files: in English, after ours. */
const REFUSALS: Readonly<Record<string, PlainMessage>> = {
  not_an_image: 'This is not a PNG, JPEG or SVG file.',
  animated: 'The picture is animated, and a printed code holds still: choose a single picture.',
  empty: 'The picture shows nothing: it is damaged, or transparent everywhere.',
  damaged: 'The file is damaged.',
  too_large: 'The picture has too many pixels.',
  unsupported: 'This kind of picture cannot be used.',
};

function explainUpload(problem: UploadProblem): string {
  switch (problem.reason) {
    case 'not_drawn':
      return problem.message;
    case 'not_an_image':
      return say(REFUSALS['not_an_image'] ?? 'This kind of picture cannot be used.');
    case 'invalid_image':
      return explainPicture(problem.code, problem.message);
    case 'file_too_large':
      return say('A file may have at most {kib, number} KiB.', { kib: problem.limit / 1024 });
    default:
      return explainLimit(problem);
  }
}

function explainPicture(code: string, detail: string): string {
  const said = REFUSALS[code];
  if (said === undefined) return detail;
  return code === 'animated' || code === 'empty' ? say(said) : `${say(said)} (${detail})`;
}

const SHARES = [0.1, 0.15, 0.2, 0.25, 0.3];

export function LogoFields({
  images,
  action,
}: {
  readonly images: readonly LogoImage[];
  readonly action: string;
}) {
  const chosen = Number(useContext(Filled).value('style.logo.size'));
  const shares = chosen > 0 && !SHARES.includes(chosen) ? [...SHARES, chosen] : SHARES;
  const tiles = toLogoTiles(images);
  return (
    <Part
      label={say('Logo')}
      fields={['style.logo.image', 'style.logo.size', 'logo_file']}
      chosen={<Chosen name="style.logo.image" tiles={tiles} />}
    >
      <Tiles name="style.logo.image" label={say('Logo')} tiles={tiles} isAlone />
      <div class="for-logo">
        <Select
          name="style.logo.size"
          label={say('Size of the logo')}
          options={[
            { value: 'auto', label: say('The largest safe size') },
            ...shares.map((share) => ({
              value: String(share),
              label: say('{percent, number}% of the side', { percent: Math.round(share * 100) }),
            })),
          ]}
        />
      </div>
      <LogoUpload label={say('Upload a logo')} action={`${action}/logo`}>
        <a href="/codes/library">{say('Library')}</a>
      </LogoUpload>
    </Part>
  );
}

/** None, and each of the images. */
export function toLogoTiles(images: readonly LogoImage[]) {
  return [
    { value: '', label: say('None'), picture: <NoLogo /> },
    ...images.map(({ id, name }) => ({
      value: id as string,
      label: name,
      picture: <Picture id={id} size={40} />,
    })),
  ];
}

/** The field for a picture to upload. */
export function LogoUpload({
  label,
  action,
  takesSvg = true,
  children,
}: PropsWithChildren<Pick<UploadFieldProps, 'label' | 'action'> & { readonly takesSvg?: boolean }>) {
  const most = { kib: MAX_UPLOAD_BYTES / 1024, side: MAX_UPLOAD_SIDE };
  return (
    <UploadField
      name="logo_file"
      label={label}
      action={action}
      accept={['image/png', 'image/jpeg', ...(takesSvg ? ['image/svg+xml'] : [])]}
      maxBytes={MAX_UPLOAD_BYTES}
      maxSide={MAX_UPLOAD_SIDE}
      tooLarge={say(
        '“{file}” has {size}: at most {most} are allowed. Choose a smaller picture.',
        UPLOAD_VALUES,
      )}
      hint={
        <>
          {takesSvg
            ? say(
                'Choose a file or drop it here: PNG, JPEG or SVG, at most {kib, number} KiB and {side, number} pixels a side. An SVG is sharp in any size.',
                most,
              )
            : say(
                'Choose a file or drop it here: PNG or JPEG, at most {kib, number} KiB and {side, number} pixels a side.',
                most,
              )}{' '}
          {children}
        </>
      }
    />
  );
}

function NoLogo() {
  return (
    <svg viewBox="0 0 40 40" width="40" height="40" aria-hidden="true">
      <path
        fill="none"
        stroke="currentColor"
        stroke-width="3"
        d="M20 5a15 15 0 1 0 0 30a15 15 0 1 0 0-30zM9.5 30.500l21-21"
      />
    </svg>
  );
}
