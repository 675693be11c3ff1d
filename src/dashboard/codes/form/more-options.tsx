import { say } from '#languages/say.ts';
import { useContext } from 'hono/jsx';
import { ERROR_CORRECTION_LEVELS, RECOVERY_SHARES } from '#core/codes/error-correction.ts';
import { Filled } from '../../kit/field.tsx';
import { Fields, type FieldTable } from '../../frame/forms/field-table.tsx';
import { FILED_TEXTS, OWN_TEXTS } from '../own-texts.ts';
import { SizeFields } from './design/design-form.tsx';

const OPTIONS = {
  short_code: {
    kind: 'exact',
    label: 'Last part of the short link',
    hint: 'For example menu-2027. Leave it empty to get eight random characters. It cannot be changed later.',
  },
  error_correction: {
    kind: 'choice',
    label: 'Error correction',
    hint: 'We use a higher level if the code stays the same size.',
    options: () =>
      ERROR_CORRECTION_LEVELS.map((level) => ({
        value: level,
        label: say('{level}: {percent, number}% may be damaged', { level, percent: RECOVERY_SHARES[level] }),
      })),
  },
  format: {
    kind: 'choice',
    label: 'Preferred format',
    hint: 'You can download both.',
    options: () => ['png', 'svg'].map((value) => ({ value, label: value.toUpperCase() })),
  },
} as const satisfies FieldTable;

const MORE_OPTIONS = [...Object.keys(OPTIONS), ...FILED_TEXTS, 'size', 'margin'];

/** Open if one of its fields has an error. */
export function MoreOptions() {
  const form = useContext(Filled);
  return (
    <details class="part" open={MORE_OPTIONS.some((name) => form.error(name) !== undefined)}>
      <summary>{say('More options')}</summary>
      <Fields of={OPTIONS} names={['short_code']} />
      <SizeFields />
      <Fields of={OPTIONS} names={[['error_correction', 'format']]} />
      <Fields of={OWN_TEXTS} names={FILED_TEXTS} />
    </details>
  );
}
