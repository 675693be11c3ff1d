import type { PropsWithChildren } from 'hono/jsx';

/** What a page is for, what else it offers, from loud to quiet; what cannot be undone; and a button that looks like a link. */
const CLASSES = {
  main: undefined,
  second: 'secondary',
  outline: 'outline',
  quiet: 'secondary outline',
  danger: 'danger',
  link: 'link',
} as const;

export type ButtonKind = keyof typeof CLASSES;

interface ButtonProps {
  readonly kind?: ButtonKind;
  readonly name?: string;
  readonly value?: string;
  /** What it says to screen readers, where its text says too little. */
  readonly label?: string | undefined;
}

/** Sends the form that it stands in. */
export function Button({ kind = 'main', name, value, label, children }: PropsWithChildren<ButtonProps>) {
  return (
    <button type="submit" class={CLASSES[kind]} name={name} value={value} aria-label={label}>
      {children}
    </button>
  );
}

/** A link that stands among buttons. */
export function LinkButton({
  href,
  kind = 'main',
  children,
}: PropsWithChildren<{ readonly href: string; readonly kind?: ButtonKind }>) {
  return (
    <a role="button" class={CLASSES[kind]} href={href}>
      {children}
    </a>
  );
}

interface PostButtonProps extends ButtonProps {
  readonly action: string;
  /** What the form holds besides its button. */
  readonly fields?: Readonly<Record<string, string>>;
  /** A small one, among other things in a line. */
  readonly isInline?: boolean;
}

/** A form of one button, which sends what is known already. */
export function PostButton(props: PropsWithChildren<PostButtonProps>) {
  const { action, fields = {}, isInline, ...button } = props;
  return (
    <form method="post" action={action} class={isInline ? 'inline' : undefined}>
      <HiddenFields fields={fields} />
      <Button {...button} />
    </form>
  );
}

export function HiddenFields({ fields }: { readonly fields: Readonly<Record<string, string>> }) {
  return (
    <>
      {Object.entries(fields).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
    </>
  );
}

/** Buttons and links beside each other, below each other where there is no room. */
export function ButtonRow({ children }: PropsWithChildren) {
  return <div class="button-row">{children}</div>;
}
