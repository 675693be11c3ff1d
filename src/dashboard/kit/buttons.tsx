import type { PropsWithChildren } from 'hono/jsx';

/** The main action of a page or form, any other, what cannot be undone, and within lines of text a button that looks like a link. */
const CLASSES = {
  main: undefined,
  second: 'secondary outline',
  danger: 'danger',
  link: 'link',
} as const;

export type ButtonKind = keyof typeof CLASSES;

interface ButtonProps {
  readonly kind?: ButtonKind;
  readonly name?: string;
  readonly value?: string;
  /** The text for screen readers, if the visible text is not enough. */
  readonly label?: string | undefined;
  /** Other words for it: then the palette offers it on this page. */
  readonly words?: string | undefined;
}

/** Sends its form. */
export function Button({
  kind = 'main',
  name,
  value,
  label,
  words,
  children,
}: PropsWithChildren<ButtonProps>) {
  return (
    <button
      type="submit"
      class={CLASSES[kind]}
      name={name}
      value={value}
      aria-label={label}
      data-words={words}
    >
      {children}
    </button>
  );
}

/** A link among buttons. */
export function LinkButton({
  href,
  kind = 'main',
  words,
  children,
}: PropsWithChildren<{ readonly href: string } & Pick<ButtonProps, 'kind' | 'words'>>) {
  return (
    <a class={`button ${CLASSES[kind] ?? ''}`.trim()} href={href} data-words={words}>
      {children}
    </a>
  );
}

interface PostButtonProps extends ButtonProps {
  readonly action: string;
  /** For a button elsewhere that sends the same. */
  readonly id?: string;
  /** The fields of the form besides its button. */
  readonly fields?: Readonly<Record<string, string>>;
  /** A small button within a line of other things. */
  readonly isInline?: boolean;
}

/** A form with a single button, which sends known values. */
export function PostButton(props: PropsWithChildren<PostButtonProps>) {
  const { action, id, fields = {}, isInline, ...button } = props;
  return (
    <form id={id} method="post" action={action} class={isInline ? 'inline cluster' : undefined}>
      <HiddenFields fields={fields} />
      <Button {...button} />
    </form>
  );
}

export function HiddenFields({ fields }: { readonly fields: Readonly<Record<string, string | number>> }) {
  return (
    <>
      {Object.entries(fields).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
    </>
  );
}

/** Buttons and links side by side, or stacked if there is no room. */
export function ButtonRow({ children }: PropsWithChildren) {
  return <div class="button-row">{children}</div>;
}
