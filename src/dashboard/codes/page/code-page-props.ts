import type { CountedQrCode } from '#core/codes/counted-qr-code.ts';
import type { Form } from '../../frame/forms/form.ts';
import type { ScanFiguresProps } from '../../scans/figures.tsx';
import type { OwnLevels } from '#storage/links/gs1-links.ts';
import type { EditHistoryProps } from '../history/edit-history.tsx';
import type { FileChoice } from '../library/file-fields.tsx';
import type { NamesProps } from '../names/names.tsx';

export interface CodePageProps {
  readonly counted: CountedQrCode;
  readonly shortUrl: string;
  readonly names: Pick<NamesProps, 'shortUrlBase' | 'printedBase' | 'hosts' | 'form'>;
  readonly titleForm: Form;
  readonly targetForm: Form;
  readonly filingForm: Form;
  readonly variantsForm: Form;
  readonly deleteForm: Form;
  readonly knownTags: readonly string[];
  /** What a code of type `file` can open. */
  readonly files: readonly FileChoice[];
  readonly conflicts: readonly ('title' | 'target')[];
  /** Around a GS1 code. */
  readonly levels: OwnLevels;
  readonly figures: ScanFiguresProps;
  /** What was requested of the figures but does not exist, one sentence each. */
  readonly problems: readonly string[];
  readonly history: Omit<EditHistoryProps, 'path'>;
}
