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
}

/** What only the script knows; it fills in the places. */
export const UPLOAD_VALUES = { file: '{file}', size: '{size}', most: '{most}' };

/**
 * The field for a file to upload. With the script, the file is sent as soon as it is chosen or dropped, and the button for that is hidden.
 */
export function UploadField({ name, label, action, accept, maxBytes, tooLarge, hint }: UploadFieldProps) {
  const error = useContext(Filled).error(name);
  return (
    <div
      class="field upload"
      data-most={maxBytes}
      data-uploading={say('Uploading “{file}”, {size}…', UPLOAD_VALUES)}
      data-too-large={tooLarge}
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
      <Notes name={name} hint={hint} />
    </div>
  );
}
