import type { z } from 'zod';
import { file as fileResource, sayNoBucket } from '#contract/files.ts';
import { ApiError, invalidFields } from '#contract/problems/api-error.ts';
import { parseFileId } from '#core/files/file-id.ts';
import { FILE_TYPES } from '#core/files/file-type.ts';
import {
  formatFileCursor,
  MAX_FILE_BYTES,
  parseFileCursor,
  type StoredFile,
  toFileUrl,
} from '#core/files/stored-file.ts';
import { deleteFile as remove, type DeleteFileProblem, readFiles } from '#service/files/files.ts';
import { findFile } from '#storage/files/files.ts';
import { uploadFile as upload, type UploadProblem } from '#service/files/upload.ts';
import { FILE } from '../examples.ts';
import { type Caller, operation, type SentFile } from '../operation.ts';
import { Resource } from '../lists/resource.ts';

/** `/v1/files`: PDFs and pictures that codes open. */

const files = new Resource({
  name: 'file',
  spare: 'that is not in use ("in_use": false)',
  schema: fileResource,
  example: FILE,
  show: (file: StoredFile, caller) => toResource(caller, file),
  async find({ deps, actor }, text) {
    const id = parseFileId(text);
    return id && findFile(deps.db, actor.account.id, id);
  },
});

export const uploadFile = operation({
  method: 'post',
  path: files.path,
  summary: 'Upload a file that codes open',
  description:
    'The body is a PDF, PNG or JPEG of at most 20 MiB, and `Content-Length` its size. Its first bytes decide what it is. `Content-Disposition` may name it. A code with `"type": "file"`, `"dynamic": true` and the id as its `target` opens the file, and `PATCH` of the `target` puts another file in its place. A file that was replaced stays for 30 more days, so that the change can be undone; one that no code ever opened stays until you delete it. An account can have at most 1,000 files; their bytes count towards `file_bytes`.',
  fileBody: FILE_TYPES,
  requestHeaders: ['Content-Disposition'],
  response: fileResource,
  example: FILE,
  errors: ['length_required', 'quota_exceeded', 'limit_reached'],
  async handle(call) {
    const { deps, actor, file } = call;
    const bytes = requireLength(file);
    const name = file.readName();
    const uploaded = await upload(deps, actor, { name, bytes, pieces: file.pieces() });
    if (!uploaded.ok) throw toUploadError(uploaded.error);
    return toResource(call, uploaded.value);
  },
});

export const listFiles = files.listPages('Newest first.', {
  ...{ parse: parseFileCursor, format: formatFileCursor },
  readPage: ({ deps, actor }, page) => readFiles(deps, actor.account.id, page),
});

export const getFile = files.read('The details of a file. Its bytes are at its `url`.');

export const deleteFile = files.delete({
  description: 'Works only if no code opens it. Deleted codes do not count.',
  errors: ['file_in_use'],
  async remove({ deps, actor }, id) {
    const deleted = await remove(deps, actor.account.id, files.require(parseFileId(id)));
    if (!deleted.ok) throw toDeleteError(deleted.error);
  },
});

function toResource({ deps }: Caller, file: StoredFile): z.output<typeof fileResource> {
  const { id, name, contentType, bytes, users, createdAtMs } = file;
  return {
    id,
    name,
    content_type: contentType,
    bytes,
    url: toFileUrl(deps.shortUrlBase, file),
    in_use: users.length > 0,
    created_at: new Date(createdAtMs).toISOString(),
  };
}

/** The declared size of a file, before any of it is read. */
function requireLength({ length }: SentFile): number {
  if (length === null) {
    const message = `Send the size of the file in "Content-Length": a file is stored as it comes, at most ${MAX_FILE_BYTES} bytes.`;
    throw new ApiError('length_required', message);
  }
  if (length > MAX_FILE_BYTES)
    throw new ApiError('payload_too_large', `The body is larger than ${MAX_FILE_BYTES} bytes.`);
  if (length === 0) throw invalidBody('empty', 'The body is empty; send the bytes of a PDF, PNG or JPEG.');
  return length;
}

function toUploadError(problem: UploadProblem): ApiError {
  switch (problem.reason) {
    case 'unknown_type':
      return new ApiError(
        'unsupported_media_type',
        'The first bytes are not those of a PDF ("%PDF-"), a PNG or a JPEG.',
      );
    case 'not_whole':
      return invalidBody(
        'not_whole',
        problem.type === null
          ? 'The body has another size than "Content-Length" says. Send the whole file.'
          : 'The end of the file is missing. Send the whole file.',
      );
    case 'no_bucket':
      return invalidBody('not_available', sayNoBucket());
    default:
      return files.toError(problem);
  }
}

function toDeleteError(problem: DeleteFileProblem): ApiError {
  if (problem.reason === 'not_found') return files.toError(problem);
  const { codes } = problem;
  const users = codes === 1 ? '1 of your codes opens' : `${codes} of your codes open`;
  return new ApiError('file_in_use', `${users} this file. You can delete it once none does.`);
}

function invalidBody(code: string, message: string): ApiError {
  return invalidFields([{ field: 'body', code, message }]);
}
