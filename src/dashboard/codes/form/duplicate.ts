import { LONGEST_TITLE } from '#core/codes/limits.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { writeTags } from '../tags/read-tags.ts';
import { TARGET_FAMILIES } from '#core/content/forms/forms.ts';
import { writeDesign } from './design/read-design.ts';

/** What a form shows that begins as a copy of a code. */
interface Duplicate {
  readonly values: Readonly<Record<string, string>>;
  /** What was not taken over, in sentences. */
  readonly notes: readonly string[];
}

/** The fields of what a code looks like, for a new code with other content. */
export function writeLook({
  color,
  style,
  size,
  margin,
  errorCorrection,
  format,
}: QrCode): Record<string, string> {
  return {
    ...writeDesign({ color, style: style ?? null }),
    size: String(size),
    margin: String(margin),
    error_correction: errorCorrection,
    format,
  };
}

/** The form of a new code, filled in as for an old one. What is only its own stays: its id, its scans, and what happens on a scan. */
export function toDuplicate(code: QrCode): Duplicate {
  const { type, target } = code;
  const family = TARGET_FAMILIES[type];
  const fields = family.decompose(target);
  const composed = family.compose((field) => fields[field] ?? '');
  const isWhole = composed.ok && composed.value === target;
  return {
    values: {
      ...fields,
      type,
      // Only a web address has the choice; in the form of any other it waits for one.
      dynamic: code.isDynamic || type !== 'url' ? 'on' : '',
      title: code.title === null ? '' : [...`Copy of ${code.title}`].slice(0, LONGEST_TITLE).join(''),
      tags: writeTags(code.tags),
      ...writeLook(code),
    },
    notes: [
      ...(isWhole
        ? []
        : [
            'The original is not in the format that this form writes. Check that nothing is missing from the fields below.',
          ]),
      ...(code.externalId === null && Object.keys(code.metadata).length === 0
        ? []
        : ['External id and metadata stay with the original.']),
      ...(code.control === null
        ? []
        : ['What happens on a scan is not copied: set it on the page of the new code.']),
    ],
  };
}
