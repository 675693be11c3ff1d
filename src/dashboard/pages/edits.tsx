import type { PastEdit } from '../../storage/qr-code-edits.ts';
import { EditHistory } from '../components/edit-history.tsx';

interface EditsPageProps {
  readonly name: string;
  readonly path: string;
  readonly edits: readonly PastEdit[];
  readonly hasMoreEdits: boolean;
}

/** Older edits than a code's own page shows. */
export function EditsPage({ name, path, edits, hasMoreEdits }: EditsPageProps) {
  return (
    <>
      <p class="back">
        <a href={path}>Back to the code</a>
      </p>
      <h1 class="code-title">
        Earlier edits of <bdi>{name}</bdi>
      </h1>
      {edits.length === 0 ? <p>There are no earlier edits.</p> : <EditHistory edits={edits} />}
      {hasMoreEdits ? (
        <p>
          <a href={`${path}/edits?before=${edits.at(-1)?.id}`}>Earlier edits</a>
        </p>
      ) : null}
    </>
  );
}
