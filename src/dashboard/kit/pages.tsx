interface PagesProps {
  /** Addresses of the first page and of the next one; null where the page is the first or the last. */
  readonly first: string | null;
  readonly next: string | null;
}

/** The way through a list that is longer than a page. */
export function Pages({ first, next }: PagesProps) {
  return (
    <nav class="pages" aria-label="Pages">
      {first === null ? null : <a href={first}>First page</a>}
      {next === null ? null : (
        <a href={next} rel="next">
          Next page
        </a>
      )}
    </nav>
  );
}
