import { say } from '#languages/say.ts';
import { Button, ButtonRow } from '../../../kit/buttons.tsx';
import { CheckBox, FieldGroup, FilledForm } from '../../../kit/field.tsx';
import { Fields } from '../../../frame/forms/field-table.tsx';
import type { Form } from '../../../frame/forms/form.ts';
import { CONDITIONS, RULE } from './rule-fields.ts';
import type { SharedProps } from '../limits-section.tsx';

interface RuleFormProps extends SharedProps {
  readonly form: Form;
  /** The name of the edited rule; null for a new one. */
  readonly edited: string | null;
}

/** The conditions of a new or existing rule, of which only the chosen ones have fields, and its target. */
export function RuleForm({ path, opened, timeZone, form, edited }: RuleFormProps) {
  const control = `${path}/control`;
  return (
    <FilledForm
      form={form}
      action={`${control}/rules#rules`}
      class="rule-form"
      data-unsaved
      hidden={{ ...opened, conditions: 'chosen' }}
    >
      {edited === null ? null : <input type="hidden" name="editing" value={edited} />}
      <Conditions />
      <FieldGroup legend={say('Then')}>
        <Fields of={RULE} names={['rule.target', 'rule.name']} />
      </FieldGroup>
      <ButtonRow>
        <Button>{edited === null ? say('Add rule') : say('Save rule')}</Button>
        {edited === null ? null : (
          <a href={`${control}?${new URLSearchParams({ tz: timeZone, open: 'rules' }).toString()}#rules`}>
            {say('Cancel')}
          </a>
        )}
      </ButtonRow>
    </FilledForm>
  );
}

/** A box for each condition. While it is not ticked, the stylesheet hides its fields, and nothing in them counts. */
function Conditions() {
  return (
    <fieldset class="conditions">
      <legend>{say('If')}</legend>
      <p class="fine">
        {say('Choose one or more conditions. All of them must be true, each for at least one of its values.')}
      </p>
      <div class="cluster">
        {CONDITIONS.map(([name, label, ...fields]) => (
          <div class="condition">
            <CheckBox name={`with_${name}`} label={say(label)} />
            <div class="condition-fields">
              <Fields of={RULE} names={fields.length > 1 ? [fields] : fields} />
            </div>
          </div>
        ))}
        <div class="condition-zone">
          <Fields of={RULE} names={['rule.when.timezone']} />
        </div>
      </div>
    </fieldset>
  );
}
