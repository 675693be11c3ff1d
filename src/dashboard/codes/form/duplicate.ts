import { say } from '#languages/say.ts';
import { LONGEST_TITLE } from '#core/codes/limits.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { writeTags } from '../tags/read-tags.ts';
import { writeTarget } from './content/read-target.ts';
import { writeDesign } from './design/read-design.ts';

/** The content of a form that begins as a copy of a code. */
interface Duplicate {
  readonly values: Readonly<Record<string, string>>;
  /** What was not copied, in sentences. */
  readonly notes: readonly string[];
}

/**
 * The form of a new code with the values of an existing one, except what belongs only to that code: its id, its scans, and the settings for
 * its scans.
 */
export function toDuplicate(code: QrCode): Duplicate {
  const { type } = code;
  const { values: fields, isWhole } = writeTarget(code);
  return {
    values: {
      ...fields,
      type,
      // For other types, the form keeps it on, in case the person switches to a web address.
      dynamic: code.isDynamic || type !== 'url' ? 'on' : '',
      content_dynamic: code.isDynamic && type !== 'url' ? 'on' : '',
      title: code.title === null ? '' : nameCopy(code.title),
      tags: writeTags(code.tags),
      ...writeDesign({ color: code.color, style: code.style ?? null }),
      size: String(code.size),
      margin: String(code.margin),
      error_correction: code.errorCorrection,
      format: code.format,
    },
    notes: [
      ...(isWhole
        ? []
        : [
            say(
              'The original is not in the format that this form writes. Check that nothing is missing from the fields below.',
            ),
          ]),
      ...(code.externalId === null && Object.keys(code.metadata).length === 0
        ? []
        : [say('External id and metadata stay with the original.')]),
      ...(code.control === null
        ? []
        : [say('What happens on a scan is not copied: set it on the page of the new code.')]),
    ],
  };
}

function nameCopy(title: string): string {
  return [...say('Copy of {title}', { title })].slice(0, LONGEST_TITLE).join('');
}
