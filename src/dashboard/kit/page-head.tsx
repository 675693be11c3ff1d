import type { Child, PropsWithChildren } from 'hono/jsx';
import { Flash } from './flash.tsx';

interface PageHeadProps {
  readonly title: Child;
  /** The page that this one was opened from. */
  readonly back?: { readonly href: string; readonly label: Child } | undefined;
  /** Of a title that is somebody's own text, which may be of any script. */
  readonly dir?: 'auto';
}

/** What each page begins with: the way back, its heading with actions at its side, and what was done before it was opened. */
export function PageHead({ title, back, dir, children }: PropsWithChildren<PageHeadProps>) {
  return (
    <>
      {back ? (
        <p class="back">
          <a href={back.href}>{back.label}</a>
        </p>
      ) : null}
      {children === undefined ? (
        <h1 dir={dir}>{title}</h1>
      ) : (
        <div class="page-head">
          <h1 dir={dir}>{title}</h1>
          {children}
        </div>
      )}
      <Flash />
    </>
  );
}

/** A page of one thing to read or to do, as wide as a line is read well. */
export function NarrowPage({ title, back, children }: PropsWithChildren<PageHeadProps>) {
  return (
    <section class="narrow">
      <PageHead title={title} back={back} />
      {children}
    </section>
  );
}
