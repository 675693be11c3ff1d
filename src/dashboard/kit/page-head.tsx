import type { Child, PropsWithChildren } from 'hono/jsx';
import { Flash } from './flash.tsx';

interface PageHeadProps {
  readonly title: Child;
  /** The page that this one was opened from. */
  readonly back?: { readonly href: string; readonly label: Child } | undefined;
  /** For a title that is a person's own text, in any script. */
  readonly dir?: 'auto';
}

/** The start of each page: the way back, its heading with actions beside it, and the message about what was done before. */
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
        <div class="page-head apart">
          <h1 dir={dir}>{title}</h1>
          {children}
        </div>
      )}
      <Flash />
    </>
  );
}

/** A page with one thing to read or to do, as wide as a comfortable line of text. */
export function NarrowPage({ title, back, children }: PropsWithChildren<PageHeadProps>) {
  return (
    <section class="narrow">
      <PageHead title={title} back={back} />
      {children}
    </section>
  );
}
