import { causesOf, findCloudflareError } from '../installation/cloudflare/answer.ts';
import { explain, InstallationError } from '../installation/cloudflare/explain.ts';

/** Where an unexpected error is reported, with its stack. */
const BUG = 'This is a bug, not a mistake of yours. Please report it with these lines:';

/** What a person sees of the error that ended a command: what is wrong, and what to do about it. */
export function sayError(error: unknown): string {
  const known = causesOf(error).find((cause) => cause instanceof InstallationError);
  if (known) return known.message;
  if (findCloudflareError(error)) return explain(error, 'Cloudflare');
  if (!(error instanceof Error)) return String(error);
  const unanswered = causesOf(error).find(({ message }) => message === 'fetch failed');
  if (unanswered) return sayUnanswered(unanswered.cause);
  // The database layer tells the query, and its cause why it failed.
  if (error.message.startsWith('Failed query:') && error.cause instanceof Error) return sayError(error.cause);
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS')) return sayWrongOption(error.message);
  if (typeof code === 'string' && 'syscall' in error) return sayFileError(code, error);
  return isBug(error) ? `${BUG}\n${error.stack ?? error.message}` : error.message;
}

/** Node's fetch says why only in its cause, and of several addresses only the code. */
function sayUnanswered(cause: unknown): string {
  const { hostname, message, code } = cause as { hostname?: string; message?: string; code?: string };
  if (hostname !== undefined)
    return `The host name ${hostname} does not resolve (${code}): check its spelling, its DNS record and the network of this machine.`;
  return `The network gives no response (${message || code}): check it, then run the same command again.`;
}

/** Node adds advice on positional arguments, which no command here needs. */
function sayWrongOption(message: string): string {
  const unknown = /^Unknown option '(.+?)'/.exec(message)?.[1];
  if (unknown) return `There is no option ${unknown}: --help lists those that there are.`;
  const [sentence = message] = message.split(/\. (?=[A-Z])/);
  return `${sentence.replace(/\.$/, '')}: --help shows the options and words of this command.`;
}

function sayFileError(code: string, error: Error & { readonly path?: string }): string {
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return 'The disk is full: make room, then run the same command again.';
  const { path } = error;
  return (path !== undefined && FILE_ERRORS[code]?.(path)) || error.message;
}

const FILE_ERRORS: Readonly<Record<string, (path: string) => string>> = {
  ENOENT: (path) => `There is no file ${path}.`,
  EACCES: sayForbidden,
  EPERM: sayForbidden,
  EROFS: (path) => `${path} is on a disk that can only be read: make it writable, or name another place.`,
  EEXIST: (path) => `${path} is a file, where a folder is needed: name another place.`,
  ENOTDIR: (path) => `${path} leads through a file, where a folder is needed: name another place.`,
};

function sayForbidden(path: string): string {
  return `This user may not read or write ${path}: change its permissions, or name another place.`;
}

/** These come from code, never from what a person gave to it. */
function isBug(error: Error): boolean {
  return error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError;
}
