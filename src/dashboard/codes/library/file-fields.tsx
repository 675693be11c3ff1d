import { say } from '#languages/say.ts';
import type { PropsWithChildren } from 'hono/jsx';
import { parseFileId } from '#core/files/file-id.ts';
import { FILE_TYPES } from '#core/files/file-type.ts';
import { MAX_FILE_BYTES, type StoredFile, toFileUrl } from '#core/files/stored-file.ts';
import { readFiles } from '#service/files/files.ts';
import { findFile } from '#storage/files/files.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { IfFilesAreAccepted } from '../../frame/accepts-files.tsx';
import { Icon } from '../../kit/icons/icon.tsx';
import { TileChoice, Tiles } from '../form/design/tiles.tsx';
import { Holds } from '../readable-content.tsx';
import { FilePicture } from './pictures.tsx';
import { type Sending, UPLOAD_VALUES, UploadField, type UploadFieldProps } from '../../kit/upload-field.tsx';

const MOST_OFFERED = 50;
const MOST_AT_ONCE = 12;

export type FileChoice = Pick<StoredFile, 'id' | 'name' | 'contentType' | 'bytes'> & { readonly url: string };

/** The newest files of the account, and the chosen one if it is older. */
export async function readFileChoices(c: DashboardContext, chosen: string): Promise<readonly FileChoice[]> {
  const deps = c.get('deps');
  const accountId = c.get('person').account.id;
  const { items: files } = await readFiles(deps, accountId, { limit: MOST_OFFERED, after: null });
  const id = parseFileId(chosen);
  const older = id && !files.some((file) => file.id === id) ? await findFile(deps.db, accountId, id) : null;
  const withUrl = (file: StoredFile) => ({ ...file, url: toFileUrl(deps.shortUrlBase, file) });
  return [...files, ...(older ? [older] : [])].map(withUrl);
}

export const UPLOADED_FILE = 'file_upload';

/** The choice of a file that a code opens, and a field to upload another one, for which the script fills in the template of a tile. */
export function FileFields({
  name,
  files,
  action,
}: {
  readonly name: string;
  readonly files: readonly FileChoice[];
  /** The path that a file is posted to. */
  readonly action: string;
}) {
  const tiles = files.map((file) => ({
    value: file.id,
    label: file.name,
    picture: <FilePicture file={file} />,
  }));
  return (
    <>
      <Tiles
        name={name}
        label={say('File')}
        hint={say('It opens when somebody scans the code. You can put another file in its place later.')}
        areWide
        tiles={tiles.slice(0, MOST_AT_ONCE)}
        more={{ label: say('Older files'), tiles: tiles.slice(MOST_AT_ONCE) }}
      >
        <template>
          <TileChoice
            name={name}
            tile={{ value: '', label: '', picture: <Icon name="file-text" size={40} /> }}
          />
        </template>
      </Tiles>
      <FileUpload action={action} into={name}>
        <a href="/codes/library">{say('Library')}</a>
      </FileUpload>
    </>
  );
}

/** The chosen file, to look at before the form is saved. */
export function ChosenFile({
  files,
  chosen,
}: {
  readonly files: readonly FileChoice[];
  readonly chosen: string;
}) {
  const file = files.find(({ id }) => id === chosen);
  return file ? (
    <Holds code={{ type: 'file', target: file.name, content: null, redirectTo: file.url }} />
  ) : null;
}

/** The field for a file to upload. */
export function FileUpload({
  action,
  into,
  children,
}: PropsWithChildren<Pick<UploadFieldProps, 'action'> & Pick<Sending, 'into'>>) {
  return (
    <IfFilesAreAccepted>
      <UploadField
        name={UPLOADED_FILE}
        label={say('Upload a file')}
        action={action}
        accept={FILE_TYPES}
        maxBytes={MAX_FILE_BYTES}
        tooLarge={say(
          '“{file}” has {size}: at most {most} are allowed. Choose a smaller file.',
          UPLOAD_VALUES,
        )}
        sending={{
          path: '/codes/library/files/upload',
          into,
          wrongKind: say('“{file}” is not a PDF, PNG or JPEG file.', UPLOAD_VALUES),
        }}
        hint={
          <>
            {say('Choose a file or drop it here: PDF, PNG or JPEG, at most {mib, number} MiB.', {
              mib: MAX_FILE_BYTES / 1024 / 1024,
            })}{' '}
            {children}
          </>
        }
      />
    </IfFilesAreAccepted>
  );
}
