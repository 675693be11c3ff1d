import type { PropsWithChildren } from 'hono/jsx';

/** Something to know first, something that was done, or a problem. Screen readers announce the last two at once. */
type NoticeKind = 'note' | 'done' | 'error';

const ROLES = { note: undefined, done: 'status', error: 'alert' } as const satisfies Record<
  NoticeKind,
  unknown
>;

interface NoticeProps {
  readonly kind?: NoticeKind;
  /** Replaces the role of its kind, if that says too much or too little. */
  readonly role?: 'note' | 'status';
  /** A script removes it once nothing is marked any more. */
  readonly 'data-marked-below'?: true | undefined;
}

/** Something that a reader of the page must not miss. */
export function Notice({ kind = 'note', role, children, ...data }: PropsWithChildren<NoticeProps>) {
  return (
    <div class={kind === 'error' ? 'notice error' : 'notice'} role={role ?? ROLES[kind]} {...data}>
      {children}
    </div>
  );
}

/** The parts of an address that were left out, one sentence each: not the errors of a form. */
export function Problems({ problems }: { readonly problems: readonly string[] }) {
  return (
    <>
      {problems.map((problem) => (
        <Notice kind="error" role="note">
          {problem}
        </Notice>
      ))}
    </>
  );
}
