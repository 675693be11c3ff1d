import { perLanguage, say } from '#languages/say.ts';
import { Hono } from 'hono';
import { formatImageCursor, type LogoImage, MAX_IMAGES, parseImageCursor } from '#core/logos/logo-image.ts';
import { parseImageId } from '#core/logos/image-id.ts';
import type { ImageUser } from '#core/logos/image-uses.ts';
import { deleteImage } from '#service/logos/delete.ts';
import { readImages } from '#service/logos/read.ts';
import type { DashboardContext, DashboardEnv } from '../../frame/dashboard-env.ts';
import { EditorsOnly } from '../../frame/editors-only.tsx';
import { Form } from '../../frame/forms/form.ts';
import { PageError, pageNotFound } from '../../frame/page-error.ts';
import { renderPage } from '../../frame/render.tsx';
import { Day } from '../../frame/utc-time.tsx';
import { LogoUpload, takeLogoFile } from '../form/design/logo.tsx';
import { toListPath } from '../list/list-query.ts';
import { PostButton } from '../../kit/buttons.tsx';
import { Empty } from '../../kit/empty.tsx';
import { Filled } from '../../kit/field.tsx';
import { redirectSaying } from '../../frame/flash/flash.ts';
import { PageHead } from '../../kit/page-head.tsx';
import { Pages } from '../../kit/pages.tsx';

const PATH = '/codes/images';
const IMAGES_PER_PAGE = 50;

/** `/codes/images`: the images of the account for the middle of codes. Forms for a look can upload them too. */
export const logoImageRoutes = new Hono<DashboardEnv>()
  .get('/', (c) => showImages(c))
  .post('/', addImage)
  .post('/:image_id/delete', removeImage);

/** @param form with the problem of a file that was sent; 422 if there is one */
async function showImages(c: DashboardContext, form: Form = new Form()): Promise<Response> {
  const after = parseImageCursor(c.req.query('after') ?? '');
  const page = await readImages(c.get('deps'), c.get('person').account.id, { limit: IMAGES_PER_PAGE, after });
  return renderPage(
    c,
    { title: say('Images for logos'), section: 'Templates', status: form.hasErrors ? 422 : 200 },
    <ImagesPage
      images={page.images}
      form={form}
      isFirst={after === null}
      next={page.next && formatImageCursor(page.next)}
    />,
  );
}

/** `POST /codes/images`: keeps the file of the form. */
async function addImage(c: DashboardContext): Promise<Response> {
  const form = await takeLogoFile(c, true);
  return form.hasErrors ? showImages(c, form) : redirectSaying(c, PATH, 'image_stored');
}

async function removeImage(c: DashboardContext): Promise<Response> {
  const id = parseImageId(c.req.param('image_id') ?? '');
  if (id === null) throw pageNotFound();
  const deleted = await deleteImage(c.get('deps'), c.get('person').account.id, id);
  if (deleted.ok) return redirectSaying(c, PATH, 'image_deleted');
  if (deleted.error.reason === 'not_found') throw pageNotFound();
  const link = { href: PATH, label: say('Back to the images') };
  throw new PageError(409, say('Not deleted'), sayUses(deleted.error.uses), {}, link);
}

const listFormat = perLanguage((locale) => new Intl.ListFormat(locale));

/** Why an image is not deleted: how many of each kind use it. */
function sayUses({ codes, templates, brand }: Readonly<Record<ImageUser, number>>): string {
  const uses = [
    codes > 0 ? say('{count, plural, one {# code} other {# codes}}', { count: codes }) : '',
    templates > 0 ? say('{count, plural, one {# template} other {# templates}}', { count: templates }) : '',
    brand > 0 ? say('your brand') : '',
  ].filter((use) => use !== '');
  return say('This image is in use: {uses}. You can delete it once nothing uses it.', {
    uses: listFormat().format(uses),
  });
}

interface ImagesPageProps {
  readonly images: readonly LogoImage[];
  readonly isFirst: boolean;
  /** The cursor of the next page; null on the last one. */
  readonly next: string | null;
  /** The error of an upload. */
  readonly form: Form;
}

function ImagesPage({ images, isFirst, next, form }: ImagesPageProps) {
  return (
    <>
      <PageHead
        back={{ href: '/codes/templates', label: say('Templates') }}
        title={say('Images for logos')}
      />
      <p>
        {say(
          'An account keeps at most {most, number} images. You cannot delete an image that a code, one of its other pictures or a template uses.',
          { most: MAX_IMAGES },
        )}
      </p>
      <EditorsOnly>
        <form method="post" action={PATH} enctype="multipart/form-data" class="form-width" novalidate>
          <Filled.Provider value={form}>
            <LogoUpload label={say('Upload an image')} action={PATH} />
          </Filled.Provider>
        </form>
      </EditorsOnly>
      {images.length === 0 ? (
        <Empty>
          <p>{isFirst ? say('There are no images yet.') : say('There are no more images.')}</p>
        </Empty>
      ) : (
        <ul class="pictures grid">
          {images.map((image) => (
            <Image {...image} />
          ))}
        </ul>
      )}
      <Pages
        first={isFirst ? null : PATH}
        next={next === null ? null : toListPath([['after', next]], PATH)}
      />
    </>
  );
}

function Image({ id, width, height, isUsed, createdAtMs }: LogoImage) {
  return (
    <li>
      <img
        class="picture"
        src={`/codes/logos/${id}`}
        width="160"
        height="160"
        alt={say('Image of {width, number} by {height, number} pixels', { width, height })}
        loading="lazy"
      />
      <p>
        {width} × {height}, <Day timeMs={createdAtMs} />
        <br />
        <code>{id}</code>
      </p>
      {isUsed ? (
        <p>{say('In use')}</p>
      ) : (
        <EditorsOnly>
          <PostButton
            kind="quiet"
            action={`${PATH}/${id}/delete`}
            label={say('Delete the image {id}', { id })}
          >
            {say('Delete')}
          </PostButton>
        </EditorsOnly>
      )}
    </li>
  );
}
