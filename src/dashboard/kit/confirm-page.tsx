import type { Child } from 'hono/jsx';
import { Form } from '../frame/forms/form.ts';
import { Button, ButtonRow } from './buttons.tsx';
import { FilledForm } from './field.tsx';
import { NarrowPage } from './page-head.tsx';

interface ConfirmPageProps {
  readonly title: Child;
  /** Where the form goes, and where “Cancel” leads. */
  readonly action: string;
  readonly back: string;
  readonly button: string;
  /** Whether nobody can undo it; it is so where it is left out. */
  readonly isFinal?: boolean;
  /** The form as it was sent, where something can be wrong with it. */
  readonly form?: Form;
  /** What the form holds besides its button. */
  readonly fields?: Child;
  /** Says what will happen. */
  readonly children: Child;
}

/** Asks before something happens that is hard to undo. */
export function ConfirmPage(props: ConfirmPageProps) {
  const { title, action, back, button, isFinal = true, form = new Form(), fields, children } = props;
  return (
    <NarrowPage title={title}>
      {children}
      <FilledForm form={form} action={action}>
        {fields}
        <ButtonRow>
          <Button kind={isFinal ? 'danger' : 'main'}>{button}</Button>
          <a href={back}>Cancel</a>
        </ButtonRow>
      </FilledForm>
    </NarrowPage>
  );
}
