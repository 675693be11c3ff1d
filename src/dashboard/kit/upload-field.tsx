import { say } from '#languages/say.ts';
import { type Child, useContext } from 'hono/jsx';
import { Filled, Notes } from './field.tsx';

export interface UploadFieldProps {
  readonly name: string;
  readonly label: string;
  /** The path that the file is posted to. */
  readonly action: string;
  /** Media types. */
  readonly accept: readonly string[];
  readonly maxBytes: number;
  /** With `{file}`, `{size}` and `{most}`, which the script fills in: see `UPLOAD_VALUES`. */
  readonly tooLarge: string;
  readonly hint: Child;
  /** How the script sends the file by itself, with its progress; without it, with the form. */
  readonly sending?: Sending;
  /** The longest side of a picture in pixels: the script makes a larger one, or one of another type, fit. */
  readonly maxSide?: number;
}

export interface Sending {
  /** The path that takes the bytes. */
  readonly path: string;
  /** The tiles in which the file is chosen then. Without them, the form is sent with the id of the file. */
  readonly into?: string | undefined;
  /** With `{file}`. */
  readonly wrongKind: string;
}

/** What only the script knows; it fills in the places. */
export const UPLOAD_VALUES = { file: '{file}', size: '{size}', most: '{most}' };

/**
 * The field for a file to upload. With the script, the file is sent as soon as it is chosen or dropped, and the button for that is hidden.
 */
export function UploadField(props: UploadFieldProps) {
  const { name, label, action, accept, maxBytes, tooLarge, hint, sending, maxSide } = props;
  const error = useContext(Filled).error(name);
  return (
    <div
      class="field upload"
      data-most={maxBytes}
      data-uploading={say('Uploading “{file}”, {size}…', UPLOAD_VALUES)}
      data-too-large={tooLarge}
      data-sent-to={sending?.path}
      data-into={sending?.into}
      data-wrong-kind={sending?.wrongKind}
      data-broken={sending && say('The connection broke off, so “{file}” was not uploaded.', UPLOAD_VALUES)}
      data-uploaded={sending && say('“{file}” was uploaded.', UPLOAD_VALUES)}
      data-side={maxSide}
      data-shrunk={maxSide && say('Shrunk to {size}', { size: '{size}' })}
      data-converted={maxSide && say('Turned into a {kind}', { kind: '{kind}' })}
    >
      <label for={name}>{label}</label>
      <div class="cluster">
        <input
          type="file"
          id={name}
          name={name}
          accept={accept.join(',')}
          aria-invalid={error === undefined ? undefined : 'true'}
          aria-describedby={error === undefined ? `${name}-hint` : `${name}-error ${name}-hint`}
        />
        <button
          type="submit"
          class="secondary outline"
          formaction={action}
          formenctype="multipart/form-data"
          formnovalidate
          name="upload"
          value="1"
        >
          {say('Upload')}
        </button>
      </div>
      <p class="uploading fine flush" role="status" />
      {sending ? (
        <>
          <p class="sending cluster flush" hidden>
            <progress max="1" value="0" aria-label={say('Progress of the upload')} />
            <span class="fine" aria-hidden="true" />
          </p>
          <button type="button" class="again secondary outline" hidden>
            {say('Try again')}
          </button>
        </>
      ) : null}
      <Notes name={name} hint={hint} />
    </div>
  );
}
