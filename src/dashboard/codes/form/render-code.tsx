import { toPrintedUrl } from '#core/links/printed-url.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { printedBase } from '#core/links/earlier-base.ts';
import { withScans } from '#service/codes/read.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { writeFields } from '../../frame/forms/field-table.tsx';
import { Form } from '../../frame/forms/form.ts';
import { nameCode } from '#core/codes/name-code.ts';
import { listOpened } from '../own-texts.ts';
import { toFilingForm } from '../filing/filing-form.tsx';
import { listKnownTags } from '#service/codes/tags.ts';
import { CodePage } from '../page/code-page.tsx';
import type { CodePageProps } from '../page/code-page-props.ts';
import { readEdits } from '../history/read-edits.ts';
import { findCodeScans, readAskedFigures, toFigures } from '../page/read-code-figures.ts';
import { findPrintableHosts } from '#storage/domains/domains.ts';
import { listOwnLevels } from '#storage/links/gs1-links.ts';
import { renderPage } from '../../frame/render.tsx';
import { readFileChoices } from '../library/file-fields.tsx';
import { writeTarget } from './content/read-target.ts';
import { listGs1Hosts, listHosts } from './domain-field.tsx';

interface CodeView {
  /** As sent: with the title, the target, or both. */
  readonly form?: Form;
  readonly filingForm?: Form;
  readonly variantsForm?: Form;
  readonly nameForm?: Form;
  readonly deleteForm?: Form;
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
    variantsForm = new Form(writeFields({ variants: code.control?.variants ?? [] })),
    nameForm = new Form(),
    deleteForm = new Form(),
    status = 200,
    conflicts = [],
  }: CodeView = {},
): Promise<Response> {
  const asked = readAskedFigures(c);
  const deps = c.get('deps');
  const accountId = c.get('person').account.id;
  const [counted, statistics, history, knownTags, files, hosts, levels] = await Promise.all([
    withScans(deps, code),
    findCodeScans(c, code, asked),
    readEdits(c, code),
    listKnownTags(deps, accountId),
    code.type === 'file' ? readFileChoices(c, code.target) : [],
    findPrintableHosts(deps.db, accountId),
    listOwnLevels(deps.db, code),
  ]);
  const fresh = new Form([
    ...listOpened({ title: code.title, target: code.target }),
    ...Object.entries(writeTarget(code).values),
  ]);
  const titleForm = form.has('title') ? form : fresh;
  const targetForm = form.has('target') ? form : fresh;
  const { shortUrlBase, gs1Host } = deps;
  const usual = listHosts(hosts, new URL(shortUrlBase).host);
  const names = {
    ...{ shortUrlBase, printedBase: printedBase(deps, code) },
    hosts: code.gs1 ? [...new Set([...listGs1Hosts(hosts, gs1Host), ...usual])] : usual,
    form: nameForm,
  };
  return renderPage(
    c,
    { title: nameCode(code), section: 'Codes', status },
    <CodePage
      shortUrl={toPrintedUrl(shortUrlBase, code)}
      {...{ counted, names, titleForm, targetForm, filingForm, variantsForm, deleteForm }}
      {...{ knownTags, files, conflicts, history, levels }}
      figures={toFigures(c, counted, asked, statistics)}
      problems={asked.problems}
    />,
  );
}
