import { findCloudflareError } from '../installation/cloudflare/answer.ts';
import { explain, InstallationError } from '../installation/cloudflare/explain.ts';

/** Where an unexpected error is reported, with its stack. */
const BUG = 'This is a bug, not a mistake of yours. Please report it with these lines:';

/** What a person sees of the error that ended a command: what is wrong, and what to do about it. */
export function sayError(error: unknown): string {
  if (error instanceof InstallationError) return error.message;
  if (findCloudflareError(error)) return explain(error, 'Cloudflare');
  if (!(error instanceof Error)) return String(error);
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS')) return sayWrongOption(error.message);
  if (typeof code === 'string' && 'syscall' in error) return sayFileError(code, error);
  return isBug(error) ? `${BUG}\n${error.stack ?? error.message}` : error.message;
}

/** Node adds advice on positional arguments, which no command here needs. */
function sayWrongOption(message: string): string {
  const unknown = /^Unknown option '(.+?)'/.exec(message)?.[1];
  if (unknown) return `There is no option ${unknown}: --help lists those that there are.`;
  const [sentence = message] = message.split(/\. (?=[A-Z])/);
  return `${sentence.replace(/\.$/, '')}: --help shows the options and words of this command.`;
}

function sayFileError(code: string, error: Error & { readonly path?: string; readonly address?: string }) {
  const place = error.path ?? '';
  if (code === 'ENOENT' && place) return `There is no file ${place}.`;
  if ((code === 'EACCES' || code === 'EPERM') && place)
    return `This user may not read or write ${place}: change its permissions, or name another place.`;
  if (code === 'ENOSPC') return 'The disk is full: make room, then run the same command again.';
  return error.message;
}

/** These come from code, never from what a person gave to it. */
function isBug(error: Error): boolean {
  return error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError;
}
