import { toPublicId } from '#core/codes/code-id.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { FileNamer } from '#core/exports/file-name.ts';
import { isNamedByTarget } from '#core/imports/row.ts';
import { type FileForm, type FilesRequest, formatOf } from '#core/prints/files-request.ts';
import type { Problem } from '#contract/problems/problems.ts';
import { err, ok, type Result } from '#core/result.ts';
import { loadElementText } from '#core/styles/element-text.ts';
import { planPrint } from '#print/plan-print.ts';
import { writePrintFile } from '#print/write-print-file.ts';
import { findSizeProblem } from '#symbol/draw-symbol.ts';
import { findCaption } from '../prints/caption.ts';
import { drawImageOf } from '../images/image.ts';
import { describeCode } from '../prints/print.ts';
import { withDrawing } from '../prints/gs1-drawing.ts';
import { countModules, readPrintedSymbol } from '../prints/printed-symbol.ts';
import { findPictures } from '../styles/logo-pictures.ts';
import type { Dependencies } from '../dependencies.ts';

/** A file that is known to be drawable, but not drawn yet. */
interface PlannedFile {
  readonly name: string;
  draw(): Promise<Uint8Array>;
}

export interface PlannedCode {
  readonly code: QrCode;
  /** One file for each form, in their order. */
  readonly files: readonly PlannedFile[];
}

export type PlanFailure =
  | { readonly reason: 'not_drawable'; readonly code: QrCode }
  /** The problem of a form (counted from 0) with the first code that it does not suit. */
  | {
      readonly reason: 'form_not_possible';
      readonly code: QrCode;
      readonly form: number;
      readonly problems: readonly Problem[];
    };

/** File name of the table of the archive's contents. */
export const INDEX_NAME = 'index.csv';

/** Plans the files of the codes, or gives the first code and form that do not go together. Draws nothing. */
export async function planFiles(
  deps: Dependencies,
  codes: readonly QrCode[],
  { forms, nameTemplate }: FilesRequest,
): Promise<Result<readonly PlannedCode[], PlanFailure>> {
  const namer = new FileNamer(nameTemplate, [INDEX_NAME]);
  const digits = String(codes.length).length;
  const planned: PlannedCode[] = [];
  for (const [i, code] of codes.entries()) {
    if (countModules(deps, code) === null) return err({ reason: 'not_drawable', code });
    const number = String(i + 1).padStart(digits, '0');
    const files: PlannedFile[] = [];
    for (const [form, wanted] of forms.entries()) {
      const draw = await planForm(deps, code, wanted);
      if (!draw.ok) return err({ reason: 'form_not_possible', code, form, problems: draw.error });
      files.push({ name: namer.name(describeName(code, number, wanted)), draw: draw.value });
    }
    planned.push({ code, files });
  }
  return ok(planned);
}

function describeName({ codeId, externalId, shortCode, title }: QrCode, number: string, form: FileForm) {
  return {
    id: toPublicId(codeId),
    external_id: externalId !== null && isNamedByTarget(externalId) ? null : externalId,
    short_code: shortCode,
    title,
    number,
    format: formatOf(form),
  };
}

type Draw = () => Promise<Uint8Array>;

async function planForm(
  deps: Dependencies,
  stored: QrCode,
  form: FileForm,
): Promise<Result<Draw, readonly Problem[]>> {
  const drawn = await withDrawing(deps, stored, form.gs1);
  if (!drawn.ok) return err([drawn.error]);
  const code = drawn.value;
  const modules = countModules(deps, code) ?? 0;
  if (form.kind === 'image') {
    const { size = code.size, margin = code.margin } = form.image;
    const tooSmall = await findSizeProblem(modules, { size, margin, look: code.style });
    if (tooSmall) return err([tooSmall]);
    return ok(async () => take(await drawImageOf(deps, code, form.image)).bytes);
  }
  const { print } = form;
  // A code without this text is printed without a caption: other codes of the archive have one.
  const caption = await findCaption(deps, code, print.caption);
  if (!caption.ok) return err([caption.error]);
  const printed = describeCode(code, modules, caption.value, await loadElementText(code.gs1));
  // Where a standard says the width, the one for all codes of the archive means the others.
  const width = printed.fixed ? { widthMm: undefined, moduleMm: undefined } : {};
  const plan = planPrint({ ...print, ...width }, printed);
  if (!plan.ok) return err(plan.error);
  return ok(async () => {
    const symbol = await readPrintedSymbol(deps, code, await findPictures(deps, code.accountId, [code]));
    if (!symbol) throw new Error('a planned file: not_drawable');
    return writePrintFile(plan.value, symbol, { title: symbol.title, createdAtMs: code.createdAtMs });
  });
}

/** Throws if a planned file cannot be drawn. */
function take<T>(result: Result<T, { readonly reason: string }>): T {
  if (!result.ok) throw new Error(`a planned file: ${result.error.reason}`);
  return result.value;
}
