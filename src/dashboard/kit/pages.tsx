import { say } from '#languages/say.ts';

interface PagesProps {
  /** Addresses of the first and the next page; null on the first or the last page. */
  readonly first: string | null;
  readonly next: string | null;
}

/** The navigation of a list with several pages. */
export function Pages({ first, next }: PagesProps) {
  return (
    <nav class="pages" aria-label={say('Pages')}>
      {first === null ? null : <a href={first}>{say('First page')}</a>}
      {next === null ? null : (
        <a href={next} rel="next">
          {say('Next page')}
        </a>
      )}
    </nav>
  );
}
