import { say } from '#languages/say.ts';
import { useContext } from 'hono/jsx';
import { ERROR_CORRECTION_LEVELS, RECOVERY_SHARES } from '#core/codes/error-correction.ts';
import { IMAGE_SIZE, MARGIN } from '#core/codes/limits.ts';
import { Filled } from '../../kit/field.tsx';
import { Fields, type FieldTable } from '../../frame/forms/field-table.tsx';
import { FILED_TEXTS, OWN_TEXTS } from '../own-texts.ts';
import { DomainField } from './domain-field.tsx';

const OPTIONS = {
  short_code: {
    kind: 'exact',
    label: 'Last part of the short link',
    hint: 'For example menu-2027. Leave it empty to get eight random characters. It cannot be changed later.',
  },
  size: {
    kind: 'whole',
    label: 'Size in pixels',
    attributes: { min: IMAGE_SIZE.min, max: IMAGE_SIZE.max },
  },
  margin: {
    kind: 'whole',
    label: 'Margin in modules',
    attributes: { min: MARGIN.min, max: MARGIN.max },
    placeholder: () =>
      say('{plain, number}, or {framed, number} in a frame', {
        plain: MARGIN.default,
        framed: MARGIN.inFrame,
      }),
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

/** On a domain of the account, more can be the last part. */
const WITH_DOMAINS: FieldTable<keyof typeof OPTIONS> = {
  ...OPTIONS,
  short_code: {
    ...OPTIONS.short_code,
    hint: 'For example menu-2027. A domain of your own also takes Spring/Sale: it keeps capitals, and allows . _ ~ and slashes inside. Leave it empty to get eight random characters. It cannot be changed later.',
  },
};

const MORE_OPTIONS = [...Object.keys(OPTIONS), 'domain', ...FILED_TEXTS];

/** Open if one of its fields has an error. What a GS1 code identifies is its name. */
export function MoreOptions({ hosts }: { readonly hosts: readonly string[] }) {
  const form = useContext(Filled);
  const isNamed = form.value('type') !== 'gs1';
  return (
    <details class="part" open={MORE_OPTIONS.some((name) => form.error(name) !== undefined)}>
      <summary class="row">{say('More options')}</summary>
      <div class="grid">
        {hosts.length === 0 ? null : <DomainField hosts={hosts} />}
        {isNamed ? <Fields of={hosts.length === 0 ? OPTIONS : WITH_DOMAINS} names={['short_code']} /> : null}
      </div>
      <Fields
        of={OPTIONS}
        names={[
          ['size', 'margin'],
          ['error_correction', 'format'],
        ]}
      />
      <Fields of={OWN_TEXTS} names={FILED_TEXTS} />
    </details>
  );
}
