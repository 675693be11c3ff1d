import { useContext } from 'hono/jsx';
import { LONGEST_UTM_VALUE } from '#core/control/checks/control-request.ts';
import { type Utm, UTM_NAMES } from '#core/control/utm.ts';
import { say } from '#languages/say.ts';
import { Fields, type FieldTable } from '../../frame/forms/field-table.tsx';
import { Filled } from '../../kit/field.tsx';

const VALUE = { kind: 'exact', attributes: { maxlength: LONGEST_UTM_VALUE } } as const;

export const UTM = {
  'utm.source': { ...VALUE, label: 'Source (utm_source)', placeholder: 'flyer' },
  'utm.medium': { ...VALUE, label: 'Medium (utm_medium)', placeholder: 'print' },
  'utm.campaign': { ...VALUE, label: 'Campaign (utm_campaign)', placeholder: 'spring-sale' },
  'utm.term': { ...VALUE, label: 'Term (utm_term)', placeholder: 'running-shoes' },
  'utm.content': { ...VALUE, label: 'Content (utm_content)', placeholder: 'back-page' },
} as const satisfies FieldTable;

/** Campaign parameters beside other settings; closed unless there are some, or one of them has an error. */
export function UtmFields() {
  const form = useContext(Filled);
  const isOpen = Object.keys(UTM).some((name) => form.value(name) !== '' || form.error(name) !== undefined);
  return (
    <details class="part utm" open={isOpen}>
      <summary class="row">{say('Campaign parameters')}</summary>
      <p>
        {say(
          'A dynamic code adds these to its target, so that your web analytics know where visitors come from.',
        )}
      </p>
      <Fields of={UTM} areOptional />
    </details>
  );
}

/** The form fields of campaign parameters. */
export function writeUtm(utm: Utm | null | undefined): Record<string, string> {
  return Object.fromEntries(UTM_NAMES.map((name) => [`utm.${name}`, utm?.[name] ?? '']));
}
