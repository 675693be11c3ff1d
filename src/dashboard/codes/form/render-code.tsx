import type { QrCode } from '#core/codes/qr-code.ts';
import { printedAddress, toShortUrl } from '#core/links/link-address.ts';
import { withScans } from '#service/codes/read.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { Form } from '../../frame/forms/form.ts';
import { nameCode } from '#core/codes/name-code.ts';
import { listOpened } from '../own-texts.ts';
import { toFilingForm } from '../filing/filing-form.tsx';
import { listKnownTags } from '#service/codes/tags.ts';
import { CodePage } from '../page/code-page.tsx';
import type { CodePageProps } from '../page/code-page-props.ts';
import { readEdits } from '../history/read-edits.ts';
import { findCodeScans, readAskedFigures, toFigures } from '../page/read-code-figures.ts';
import { toVariantsForm } from '../control/read-form.ts';
import { renderPage } from '../../frame/render.tsx';

const EDITS_SHOWN = 5;

interface CodeView {
  /** As sent: with the title, the target, or both. */
  readonly form?: Form;
  readonly filingForm?: Form;
  readonly variantsForm?: Form;
  readonly status?: 200 | 403 | 409 | 422;
  readonly conflicts?: CodePageProps['conflicts'];
}

/** Responds with the page of a code. */
export async function renderCode(
  c: DashboardContext,
  code: QrCode,
  {
    form = new Form(),
    filingForm = toFilingForm(code),
    variantsForm = toVariantsForm(code.control),
    status = 200,
    conflicts = [],
  }: CodeView = {},
): Promise<Response> {
  const asked = readAskedFigures(c);
  const [counted, statistics, edits, knownTags] = await Promise.all([
    withScans(c.get('deps'), code),
    findCodeScans(c, code, asked),
    readEdits(c, code.codeId, { limit: EDITS_SHOWN, before: null }),
    listKnownTags(c.get('deps'), c.get('person').account.id),
  ]);
  const fresh = new Form(listOpened({ title: code.title, target: code.target }));
  const titleForm = form.has('title') ? form : fresh;
  const targetForm = form.has('target') ? form : fresh;
  const shortUrl = toShortUrl(c.get('deps').shortUrlBase, printedAddress(code));
  return renderPage(
    c,
    { title: nameCode(code), section: 'Codes', status },
    <CodePage
      {...{ counted, shortUrl, titleForm, targetForm, filingForm, variantsForm }}
      {...{ knownTags, conflicts }}
      figures={toFigures(c, counted, asked, statistics)}
      {...edits}
      problems={asked.problems}
    />,
  );
}
