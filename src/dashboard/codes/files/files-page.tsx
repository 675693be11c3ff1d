import { say, sayRich } from '#languages/say.ts';
import { type Plan, PLANS } from '#core/accounts/plan.ts';
import { toPublicId } from '#core/codes/code-id.ts';
import {
  goesAtMs,
  MAX_FILES,
  MOST_NAMED_USERS,
  REPLACED_KEPT_DAYS,
  type StoredFile,
} from '#core/files/stored-file.ts';
import { EditorsOnly } from '../../frame/editors-only.tsx';
import type { Form } from '../../frame/forms/form.ts';
import { Day } from '../../frame/utc-time.tsx';
import { ButtonRow } from '../../kit/buttons.tsx';
import { ConfirmPage } from '../../kit/confirm-page.tsx';
import { Empty } from '../../kit/empty.tsx';
import { Filled } from '../../kit/field.tsx';
import { formatBytes } from '../../kit/format-count.ts';
import { NarrowPage, PageHead } from '../../kit/page-head.tsx';
import { Pages } from '../../kit/pages.tsx';
import { Row, Rows } from '../../kit/rows.tsx';
import { toListPath } from '../list/list-query.ts';
import { FileUpload } from './file-fields.tsx';

export const FILES_PATH = '/codes/files';

interface FilesPageProps {
  readonly files: readonly (StoredFile & { readonly url: string })[];
  readonly usedBytes: number;
  readonly plan: Plan;
  /** The error of an upload. */
  readonly form: Form;
  readonly isFirst: boolean;
  /** The cursor of the next page; null on the last one. */
  readonly next: string | null;
}

/** The files of an account, with the codes that open them. */
export function FilesPage({ files, usedBytes, plan, form, isFirst, next }: FilesPageProps) {
  const most = PLANS[plan].quotas.file_bytes;
  return (
    <>
      <PageHead back={{ href: '/codes', label: say('All codes') }} title={say('Files')} />
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
        <form method="post" action={FILES_PATH} enctype="multipart/form-data" class="form-width" novalidate>
          <Filled.Provider value={form}>
            <FileUpload action={FILES_PATH} />
          </Filled.Provider>
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
      <Pages
        first={isFirst ? null : FILES_PATH}
        next={next === null ? null : toListPath([['after', next]], FILES_PATH)}
      />
    </>
  );
}

function FileRow(file: FilesPageProps['files'][number]) {
  const { id, name, contentType, bytes, url, users, createdAtMs } = file;
  const kind = contentType.replace(/^.*\//, '').toUpperCase();
  return (
    <Row
      title={
        <a href={url}>
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
          <Users file={file} />
        </p>
      }
    >
      {users.length > 0 ? null : (
        <EditorsOnly>
          <ButtonRow>
            <a href={`/codes/new?type=file&file=${id}`}>{say('Create a code')}</a>
            <a href={`${FILES_PATH}/${id}/delete`} aria-label={say('Delete {name}', { name })}>
              {say('Delete')}
            </a>
          </ButtonRow>
        </EditorsOnly>
      )}
    </Row>
  );
}

/** The codes that open a file, or how long it stays without one. */
function Users({ file }: { readonly file: Pick<StoredFile, 'id' | 'users' | 'releasedAtMs'> }) {
  const { id, users } = file;
  const goes = goesAtMs(file);
  if (goes !== null)
    return <>{sayRich('No code opens it. It is deleted on {day}.', { day: <Day timeMs={goes} /> })}</>;
  if (users.length === 0) return <>{say('No code opens it.')}</>;
  const codes = users.slice(0, MOST_NAMED_USERS).map(({ codeId, title }, i) => (
    <>
      {i === 0 ? '' : ', '}
      <a href={`/codes/${toPublicId(codeId)}`}>
        <bdi>{title ?? toPublicId(codeId)}</bdi>
      </a>
    </>
  ));
  if (users.length <= MOST_NAMED_USERS) return <>{sayRich('Opened by {codes}', { codes: <>{codes}</> })}</>;
  const search = toListPath([
    ['q', id],
    ['archived', 'any'],
  ]);
  return (
    <>
      {sayRich('Opened by {codes} and <all>others</all>', {
        codes: <>{codes}</>,
        all: (text) => <a href={search}>{text}</a>,
      })}
    </>
  );
}

/** Asks before a file is deleted, or says why it cannot be. */
export function DeleteFilePage({ file }: { readonly file: StoredFile }) {
  const { id, name, users } = file;
  const title = sayRich('Delete {name}?', { name: <bdi>{name}</bdi> });
  if (users.length > 0)
    return (
      <NarrowPage back={{ href: FILES_PATH, label: say('Files') }} title={title}>
        <p>{say('This file is in use, and was not deleted. You can delete it once no code opens it.')}</p>
        <p>
          <Users file={file} />
        </p>
      </NarrowPage>
    );
  return (
    <ConfirmPage
      title={title}
      action={`${FILES_PATH}/${id}/delete`}
      back={FILES_PATH}
      button={say('Delete file')}
    >
      <p>{say('No code opens it. After that, nobody can open it any more, even with its address.')}</p>
    </ConfirmPage>
  );
}
