import { sayLength } from '#contract/problems/say-length.ts';
import { say } from '#languages/say.ts';
import type { PropsWithChildren } from 'hono/jsx';

/** The figures of a print, one `Measure` each. */
export function Measures({ children }: PropsWithChildren) {
  return <dl class="measures grid">{children}</dl>;
}

export function Measure({ label, children }: PropsWithChildren<{ readonly label: string }>) {
  return (
    <div>
      <dt>{label}</dt> <dd>{children}</dd>
    </div>
  );
}

/** How far away phones still read a print. Whole centimetres: nobody measures more closely. */
export function Distance({ mm }: { readonly mm: number }) {
  return (
    <Measure label={say('Scans from up to')}>{sayLength(mm < 100 ? mm : Math.floor(mm / 10) * 10)}</Measure>
  );
}
