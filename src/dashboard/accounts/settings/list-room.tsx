import { say } from '#languages/say.ts';
import type { Child } from 'hono/jsx';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import type { Form } from '../../frame/forms/form.ts';
import { createFormId } from '../../frame/forms/form-id.ts';
import { renderPage } from '../../frame/render.tsx';
import { Button } from '../../kit/buttons.tsx';
import { FilledForm } from '../../kit/field.tsx';
import { Rows } from '../../kit/rows.tsx';
import { SignInAgain } from '../sign-in/sign-in-again.tsx';
import { Settings, type SettingsPlace } from './settings-frame.tsx';

/** Responds with a page of the settings, as the form on it decides. */
export function renderSettings(
  c: DashboardContext,
  place: Exclude<SettingsPlace, 'Sign-in'>,
  content: Child,
  { status }: Pick<Form, 'status'> = { status: 200 },
): Promise<Response> {
  const page = <Settings place={place}>{content}</Settings>;
  return renderPage(c, { title: say(place), section: 'Settings', status }, page);
}

/** The form of another one. */
export interface Adding {
  readonly form: Form;
  /** A form that is sent twice has the same id both times, and adds one. */
  readonly id: string;
  readonly isFresh: boolean;
}

/** The form of another one, for owners; null for everybody else. */
export function offerAdding(c: DashboardContext, form: Form, prefix: string): Adding | null {
  const isOwner = c.get('person').role === 'owner';
  return isOwner ? { form, id: createFormId(c, prefix), isFresh: c.get('isFresh') } : null;
}

interface ListRoomProps {
  readonly title: string;
  readonly rows: Child[];
  /** In their place if there are none. */
  readonly none: Child;
  readonly action: string;
  readonly adding: (Pick<Adding, 'form'> & Partial<Adding>) | null;
  readonly addTitle: string;
  readonly addButton: string;
  /** Attributes of the form. */
  readonly attributes?: { readonly novalidate: true };
  /** For people who may not add. */
  readonly others: string;
  /** The fields of the form. */
  readonly children: Child;
}

/** A list of what the account has, and the form with which its owners add another one. */
export function ListRoom(props: ListRoomProps) {
  const { title, rows, none, action, adding, addTitle, addButton, attributes, others, children } = props;
  return (
    <>
      <section>
        <h2>{title}</h2>
        {rows.length === 0 ? none : <Rows>{rows}</Rows>}
      </section>
      {adding === null ? (
        <p class="muted">{others}</p>
      ) : (
        <section class="card">
          <h2>{addTitle}</h2>
          {adding.isFresh === false ? (
            <SignInAgain page={action} />
          ) : (
            <FilledForm
              form={adding.form}
              action={action}
              data-unsaved
              {...(adding.id !== undefined && { hidden: { id: adding.id } })}
              {...attributes}
            >
              {children}
              <Button>{addButton}</Button>
            </FilledForm>
          )}
        </section>
      )}
    </>
  );
}
