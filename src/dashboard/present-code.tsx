import type { QrCode } from '../core/qr-code.ts';
import { toShortUrl } from '../core/short-url.ts';
import type { CountedQrCode } from '../service/read-qr-codes.ts';
import type { DashboardContext } from './dashboard-env.ts';
import { Form } from './form.ts';
import { nameCode } from './name-code.ts';
import { CodePage } from './pages/code.tsx';
import { readEdits } from './read-edits.ts';
import { rangeOf, readFigures } from './read-figures.ts';
import { renderPage } from './render.tsx';

const EDITS_SHOWN = 10;

interface CodeView {
  readonly form?: Form;
  readonly notice?: string | null;
  readonly status?: 200 | 409 | 422;
  readonly isOutdated?: boolean;
}

/** Answers with a code's own page. */
export async function presentCode(
  c: DashboardContext,
  counted: CountedQrCode,
  { form = toForm(counted.code), notice = null, status = 200, isOutdated = false }: CodeView = {},
): Promise<Response> {
  const { code } = counted;
  const [figures, edits] = await Promise.all([
    readFigures(c, counted, rangeOf(c)),
    readEdits(c, code.codeId, { limit: EDITS_SHOWN, before: null }),
  ]);
  const shortUrl = toShortUrl(c.get('deps').shortUrlBase, code.codeId);
  return renderPage(
    c,
    { title: nameCode(code), section: 'Codes', status },
    <CodePage {...{ code, shortUrl, notice, form, isOutdated, figures }} {...edits} />,
  );
}

function toForm(code: QrCode): Form {
  return new Form([
    ['title', code.title ?? ''],
    ['target', code.target],
  ]);
}
