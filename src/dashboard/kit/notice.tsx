import type { PropsWithChildren } from 'hono/jsx';

/** To know first, what was done, and what is wrong. Screen readers are told of the last two at once. */
type NoticeKind = 'note' | 'done' | 'error';

const ROLES = { note: undefined, done: 'status', error: 'alert' } as const satisfies Record<
  NoticeKind,
  unknown
>;

interface NoticeProps {
  readonly kind?: NoticeKind;
  /** Where the role of its kind says too much or too little. */
  readonly role?: 'note' | 'status';
  /** A script takes it away when nothing is marked any more. */
  readonly 'data-marked-below'?: true | undefined;
}

/** What a reader of the page must not miss. */
export function Notice({ kind = 'note', role, children, ...data }: PropsWithChildren<NoticeProps>) {
  return (
    <div class={kind === 'error' ? 'notice error' : 'notice'} role={role ?? ROLES[kind]} {...data}>
      {children}
    </div>
  );
}

/** What of an address was left out, in a sentence each: nobody sent a form that was refused. */
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
