import { say } from '#languages/say.ts';
import type { Child } from 'hono/jsx';
import { Button, ButtonRow } from '../buttons.tsx';
import { FilledForm } from '../field.tsx';
import { NarrowPage } from '../page-head.tsx';
import { EMPTY_FORM, type TypedForm } from '../typed-form.ts';

interface ConfirmPageProps {
  readonly title: Child;
  /** The path that the form is posted to, and the path behind “Cancel”. */
  readonly action: string;
  readonly back: string;
  readonly button: string;
  /** Whether nobody can undo it; true by default. */
  readonly isFinal?: boolean;
  /** The form as sent, if it can have errors. */
  readonly form?: TypedForm;
  /** The fields of the form besides its button. */
  readonly fields?: Child;
  /** Describes what will happen. */
  readonly children: Child;
}

/** Asks before an action that is hard to undo. */
export function ConfirmPage(props: ConfirmPageProps) {
  const { title, action, back, button, isFinal = true, form = EMPTY_FORM, fields, children } = props;
  return (
    <NarrowPage title={title}>
      <div class="card">
        {children}
        <FilledForm form={form} action={action}>
          {fields}
          <ButtonRow>
            <Button kind={isFinal ? 'danger' : 'main'}>{button}</Button>
            <a href={back}>{say('Cancel')}</a>
          </ButtonRow>
        </FilledForm>
      </div>
    </NarrowPage>
  );
}
