import { say, sayRich } from '#languages/say.ts';
import { type Plan, PLANS } from '#core/accounts/plan.ts';
import { goesAtMs, MAX_FILES, REPLACED_KEPT_DAYS, type StoredFile } from '#core/files/stored-file.ts';
import { type LibraryUser, MOST_NAMED_USERS } from '#core/library/users.ts';
import { type LogoImage, MAX_IMAGES } from '#core/logos/logo-image.ts';
import { EditorsOnly } from '../../frame/editors-only.tsx';
import type { Form } from '../../frame/forms/form.ts';
import { Day } from '../../frame/utc-time.tsx';
import { ButtonRow, PostButton } from '../../kit/buttons.tsx';
import { Confirm } from '../../kit/confirm/confirm.tsx';
import { Empty } from '../../kit/empty.tsx';
import { Filled } from '../../kit/field.tsx';
import { formatBytes } from '../../kit/format-count.ts';
import { PageHead } from '../../kit/page-head.tsx';
import { Pages } from '../../kit/pages.tsx';
import { Row, Rows } from '../../kit/rows.tsx';
import { toListPath } from '../list/list-query.ts';
import { LogoUpload } from '../form/design/logo.tsx';
import { FileUpload } from './file-fields.tsx';
import { FilePicture } from './pictures.tsx';

export const LIBRARY_PATH = '/codes/library';

interface LibraryPageProps {
  readonly files: readonly (StoredFile & { readonly url: string })[];
  /** All of them on the first page, none on others. */
  readonly images: readonly LogoImage[];
  readonly usedBytes: number;
  readonly plan: Plan;
  /** The error of an upload. */
  readonly form: Form;
  readonly isFirst: boolean;
  /** The cursor of the next page; null on the last one. */
  readonly next: string | null;
}

/** The files and images of an account, with what uses them. */
export function LibraryPage(props: LibraryPageProps) {
  const { isFirst, next, form } = props;
  return (
    <Filled.Provider value={form}>
      <PageHead back={{ href: '/codes', label: say('All codes') }} title={say('Library')} />
      {isFirst ? <Images {...props} /> : null}
      <Files {...props} />
      <Pages
        first={isFirst ? null : LIBRARY_PATH}
        next={next === null ? null : toListPath([['after', next]], LIBRARY_PATH)}
      />
    </Filled.Provider>
  );
}

function Images({ images }: Pick<LibraryPageProps, 'images'>) {
  const action = `${LIBRARY_PATH}/images`;
  return (
    <section aria-labelledby="images">
      <h2 id="images">{say('Images')}</h2>
      <p>
        {say(
          'For the middle of codes and for link previews. An account keeps at most {most, number} images.',
          {
            most: MAX_IMAGES,
          },
        )}
      </p>
      <EditorsOnly>
        <form method="post" action={action} enctype="multipart/form-data" novalidate>
          <LogoUpload label={say('Upload an image')} action={action} />
        </form>
      </EditorsOnly>
      {images.length === 0 ? (
        <Empty>
          <p>{say('There are no images yet.')}</p>
        </Empty>
      ) : (
        <ul class="pictures grid">
          {images.map((image) => (
            <Image {...image} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Image({ id, name, width, height, users, createdAtMs }: LogoImage) {
  const path = `/codes/pictures/${id}`;
  return (
    <li class="card">
      <img class="picture" src={path} width="160" height="160" alt="" loading="lazy" />
      <h3>
        <bdi>{name}</bdi>
      </h3>
      <p class="muted">
        {width} × {height}, <Day timeMs={createdAtMs} />
      </p>
      <p>
        <Users users={users} none={say('Not in use.')} />
      </p>
      <p class="cluster">
        <a href={path} download={name.replace(/\.\w+$/, '')} aria-label={say('Download {name}', { name })}>
          {say('Download')}
        </a>
        {users.length > 0 ? null : (
          <EditorsOnly>
            <PostButton
              kind="danger"
              action={`${LIBRARY_PATH}/images/${id}/delete`}
              label={say('Delete {name}', { name })}
            >
              {say('Delete')}
            </PostButton>
          </EditorsOnly>
        )}
      </p>
    </li>
  );
}

function Files({ files, usedBytes, plan, isFirst }: LibraryPageProps) {
  const most = PLANS[plan].quotas.file_bytes;
  const action = `${LIBRARY_PATH}/files`;
  return (
    <section aria-labelledby="files">
      <h2 id="files">{say('Files')}</h2>
      <p>
        {say(
          'What people see after they scan a code that opens a file. You cannot delete a file while a code opens it. {days, number} days after the last code stops opening a file, it is deleted. An account keeps at most {most, number} files.',
          { days: REPLACED_KEPT_DAYS, most: MAX_FILES },
        )}
      </p>
      <p class="used">
        {sayRich('Used: {used} of {most} in <plan>your plan</plan>', {
          used: formatBytes(usedBytes),
          most: formatBytes(most),
          plan: (text) => <a href="/settings/workspace">{text}</a>,
        })}
        <progress value={Math.min(1, usedBytes / most)} aria-hidden="true" />
      </p>
      <EditorsOnly>
        <form method="post" action={action} enctype="multipart/form-data" novalidate>
          <FileUpload action={action} />
        </form>
      </EditorsOnly>
      {files.length === 0 ? (
        <Empty picture="imports">
          <p>
            {isFirst
              ? say(
                  'There are no files yet. A code can open a menu, a brochure or a picture that is stored here.',
                )
              : say('There are no more files.')}
          </p>
        </Empty>
      ) : (
        <Rows>
          {files.map((file) => (
            <FileRow {...file} />
          ))}
        </Rows>
      )}
    </section>
  );
}

function FileRow(file: LibraryPageProps['files'][number]) {
  const { id, name, contentType, bytes, url, users, createdAtMs } = file;
  const kind = contentType.replace(/^.*\//, '').toUpperCase();
  return (
    <Row
      title={
        <a href={url} class="row">
          <FilePicture file={file} />
          <bdi>{name}</bdi>
        </a>
      }
      about={sayRich('{kind}, {size}, uploaded {day}', {
        kind,
        size: formatBytes(bytes),
        day: <Day timeMs={createdAtMs} />,
      })}
      more={
        <p>
          <FileUsers file={file} />
        </p>
      }
    >
      {users.length > 0 ? null : (
        <EditorsOnly>
          <ButtonRow>
            <a href={`/codes/new?type=file&file=${id}`}>{say('Create a code')}</a>
            <Confirm
              action={`${LIBRARY_PATH}/files/${id}/delete`}
              label={say('Delete…')}
              of={name}
              button={say('Delete file')}
            >
              <p>
                {say('No code opens it. After that, nobody can open it any more, even with its address.')}
              </p>
            </Confirm>
          </ButtonRow>
        </EditorsOnly>
      )}
    </Row>
  );
}

/** The codes that open a file, or how long it stays without one. */
function FileUsers({ file }: { readonly file: Pick<StoredFile, 'id' | 'users' | 'releasedAtMs'> }) {
  const goes = goesAtMs(file);
  if (goes !== null)
    return <>{sayRich('No code opens it. It is deleted on {day}.', { day: <Day timeMs={goes} /> })}</>;
  const all = toListPath([
    ['q', file.id],
    ['archived', 'any'],
  ]);
  return <Users users={file.users} none={say('No code opens it.')} all={all} />;
}

const PAGES: Readonly<Record<LibraryUser['kind'], (id: string) => string>> = {
  codes: (id) => `/codes/${id}`,
  templates: (id) => `/codes/templates/${id}`,
  brand: () => '/settings/brand',
};

interface UsersProps {
  readonly users: readonly LibraryUser[];
  /** What to say where nothing uses it. */
  readonly none: string;
  /** The list of all of them, if there is one. */
  readonly all?: string;
}

/** What uses a file or an image, by name as far as there is room. */
function Users({ users, none, all }: UsersProps) {
  if (users.length === 0) return <>{none}</>;
  const named = users.slice(0, MOST_NAMED_USERS).map(({ kind, id, title }, i) => (
    <>
      {i === 0 ? '' : ', '}
      <a href={PAGES[kind](id)}>
        <bdi>{kind === 'brand' ? say('your brand') : (title ?? id)}</bdi>
      </a>
    </>
  ));
  const names = <>{named}</>;
  if (users.length <= MOST_NAMED_USERS) return <>{sayRich('Used by {names}', { names })}</>;
  return (
    <>
      {sayRich('Used by {names} and <all>others</all>', {
        names,
        all: (text) => (all === undefined ? <>{text}</> : <a href={all}>{text}</a>),
      })}
    </>
  );
}
