import { sheetBody, toSheetRequest } from '#contract/prints/sheets.ts';
import { sayInForm } from '#contract/problems/form-phrases.ts';
import { sayDecimal } from '#contract/problems/say-length.ts';
import type { LabelRequest } from '#core/prints/label-templates.ts';
import { DEFAULT_LAYOUT_BLEED_MM, type LayoutName, type LayoutRequest } from '#core/prints/layouts.ts';
import type { SheetProblem } from '#service/prints/sheet-part.ts';
import { type PlainMessage, say } from '#languages/say.ts';
import type { Form } from '../../frame/forms/form.ts';
import { validateForm } from '../../frame/forms/validate-form.ts';
import type { Body } from '../../frame/forms/paths.ts';
import { problemsOf, readFilled } from '../../frame/forms/field-table.tsx';
import { DOWNLOAD_FIELDS, type DownloadField } from './fields.tsx';
import { layoutOf } from './kinds.ts';
import { isForShop } from './read-forms.ts';

/** The labels or the layout that a form requests; null if there is a problem, which the form then has. */
export function readSheet(form: Form): LabelRequest | LayoutRequest | null {
  const layout = layoutOf(form.value('kind'));
  if (layout) return readLayout(form, layout);
  if (form.value('kind') === 'labels') return readLabels(form);
  form.refuse('kind', say('Choose labels, or one of these layouts.'));
  return null;
}

function readLayout(form: Form, template: LayoutName): LayoutRequest | null {
  const isShop = isForShop(form);
  const input = {
    template,
    ...readSheetFields(form, ['headline', 'text', ...SHEET_FIELDS]),
    marks: isShop,
    bleed_mm: isShop ? DEFAULT_LAYOUT_BLEED_MM : 0,
  };
  const body = validateForm(form, sheetBody, input, {
    ...problemsOf(DOWNLOAD_FIELDS),
    nameOf: toSheetField(template),
  });
  const request = body && toSheetRequest(body);
  return request?.kind === 'layout' ? request : null;
}

const SHEET_FIELDS: readonly DownloadField[] = ['label.color', 'carrier', 'hri'];
const ROLL_FIELDS: readonly DownloadField[] = ['label.width_mm', 'label.height_mm'];
const PLACE_FIELDS: readonly DownloadField[] = ['start', 'copies', 'offset_x_mm', 'offset_y_mm', 'guides'];
const LABEL_FIELDS: readonly DownloadField[] = [...PLACE_FIELDS, 'label.caption', ...SHEET_FIELDS];

/** The labels that a form requests; null if there is a problem. */
function readLabels(form: Form): LabelRequest | null {
  const template = form.value('template');
  const input = {
    template,
    ...readSheetFields(form, template === 'roll' ? [...ROLL_FIELDS, ...LABEL_FIELDS] : LABEL_FIELDS),
  };
  const body = validateForm(form, sheetBody, input, {
    ...problemsOf(DOWNLOAD_FIELDS),
    nameOf: toSheetField(null),
  });
  if (!body) return null;
  const request = toSheetRequest(body);
  // A layout is a card of its own.
  if (request.kind !== 'labels') {
    form.refuse('template', say('Choose one of these sheets, or a roll.'));
    return null;
  }
  const labels = request.template.columns * request.template.rows;
  if (request.start <= labels) return request;
  form.refuse(
    'start',
    labels === 1
      ? say('A roll has one label per page: start with 1.')
      : say('A sheet has {labels, plural, one {# label} other {# labels}}.', { labels }),
  );
  return null;
}

/** The form field for a field of the interface. */
function toSheetField(layout: LayoutName | null): (path: string) => string {
  return (path) => {
    if (path === 'template' && layout) return 'kind';
    return `label.${path}` in DOWNLOAD_FIELDS ? `label.${path}` : path;
  };
}

/** The width, the text and the colours of a single print stand in the same form. */
function readSheetFields(form: Form, names: readonly DownloadField[]) {
  const { label, ...others } = readFilled(form, DOWNLOAD_FIELDS, names);
  return { ...others, ...(label as Body | undefined) };
}

export const NOT_DRAWABLE =
  'This code cannot be drawn again, because a newer rule refuses its content. Its original images are on its page.' satisfies PlainMessage;

/**
 * Shows on the form why a code is not on a sheet.
 *
 * @param about names the code if there are more
 */
export function refuseSheet(form: Form, problem: SheetProblem, about = ''): void {
  switch (problem.reason) {
    case 'not_drawable':
      return form.refuse('', about + say(NOT_DRAWABLE));
    case 'logo_missing':
      return form.refuse(
        '',
        about + say('This code cannot be drawn again, because its logo no longer exists.'),
      );
    case 'not_printable': {
      const { field } = problem.problem;
      return form.refuse(
        toSheetField(layoutOf(form.value('kind')))(field),
        about + sayInForm(problem.problem),
      );
    }
    case 'label_too_small': {
      const { modules, smallest, room } = problem;
      return form.refuse(
        'template',
        about +
          say(
            'These labels are too small for this code. Its {modules, number} modules need at least {smallest} mm, and a label has room for {room} mm.',
            { modules, smallest: sayDecimal(smallest), room: sayDecimal(room, 1) },
          ),
      );
    }
  }
}
