import type { EditRequest } from '#core/codes/code-request.ts';
import { readContent } from '#contract/codes/read-content.ts';
import type { Problem } from '#contract/problems/problems.ts';
import { changeFiling, type Filing } from '#core/codes/filing.ts';
import { isSameMetadata } from '#core/codes/metadata.ts';
import { requireOwnTexts } from '#core/codes/own-texts.ts';
import { isSameTags } from '#core/codes/tags.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import type { StaticContent } from '#core/content/content.ts';
import { contentOf } from '#core/content/fields/content-fields.ts';
import { err, ok, type Result } from '#core/result.ts';
import type { QrCodeEdit } from '#storage/codes/edit-rows.ts';
import type { Dependencies } from '../../dependencies.ts';
import { type FileAddresses, fileOf, findFileAddresses } from '../../files/addresses.ts';
import { findPictures, listPreviewProblems, type Pictures } from '../../styles/logo-pictures.ts';
import {
  findHarm,
  joinHarm,
  listAddresses,
  type Refusals,
  screenTargets,
} from '../../targets/screen-targets.ts';
import { readControl } from '../control.ts';
import { findCodeByExternalId, toTaken } from '../external-ids.ts';
import { listLinkProblems, parseTarget } from '../new-code.ts';

/** What callers that edit several codes know about all of their requests. */
export interface KnownOfEdits {
  /** The refused addresses among them. */
  readonly refused: Refusals;
  readonly pictures: Pictures;
  readonly files: FileAddresses;
}

/**
 * Reads an edit of a code, and everything that is wrong with it, except an external id that is taken.
 * @param known looked up if it is null
 */
export async function readEdit(
  deps: Dependencies,
  code: Pick<QrCode, 'accountId' | 'type' | 'control'> & Filing,
  request: EditRequest,
  known: KnownOfEdits | null = null,
) {
  const { control: controlRequest, filing: filingRequest } = request;
  const composed = request.content === undefined ? null : readContent(code.type, request.content);
  const target = composed?.ok ? composed.value.target : request.target;
  const newTarget = target === undefined ? null : { type: code.type, target };
  const files = known?.files ?? (await findFileAddresses(deps, code.accountId, newTarget ? [newTarget] : []));
  const content = newTarget && parseTarget(newTarget, deps, files);
  const control = controlRequest ? readControl(deps, code.control, controlRequest) : null;
  const filing = filingRequest ? changeFiling(code, filingRequest) : null;
  const problems: Problem[] = [
    ...(filing?.ok === false ? filing.error : []),
    ...(composed?.ok === false ? composed.error : []),
    ...(content?.ok === false ? [content.error] : []),
    ...(control?.ok === false ? control.error : []),
  ];
  const addresses = listAddresses({ type: code.type, target, control: controlRequest });
  const pictures = known?.pictures ?? (await findPictures(deps, code.accountId, [request]));
  problems.push(...listPreviewProblems(pictures, request), ...listLinkProblems(code.type, controlRequest));
  const refused = known?.refused ?? (await screenTargets(deps, code.accountId, addresses));
  const harm = findHarm(refused, addresses);
  const told: QrCodeEdit['target'] =
    target !== undefined && content?.ok
      ? toTargetEdit(code, target, content.value, composed?.ok ? composed.value.content : undefined)
      : undefined;
  return { target: told, control, filing, problems: joinHarm(harm, problems) };
}

/** A target as an edit stores it. */
export function toTargetEdit(
  { type }: Pick<QrCode, 'type'>,
  target: string,
  { redirectTo }: StaticContent,
  content = contentOf(type, target),
) {
  return { target, redirectTo, file: fileOf({ type, target }), content };
}

/** Checks an edit of a code, and gives the values to store; or everything that is wrong with it. */
export async function checkEdit(
  deps: Dependencies,
  code: QrCode,
  request: EditRequest,
  known: KnownOfEdits | null = null,
): Promise<Result<QrCodeEdit, Problem[]>> {
  const { target: _target, content: _content, control: _control, filing: _filing, ...rest } = request;
  const texts = requireOwnTexts(rest);
  const { target, control, filing, problems } = await readEdit(deps, code, request, known);
  // An external id that is taken shows when the edit is stored, unless there is none to store.
  if (problems.length > 0) return err([...problems, ...(await findTaken(deps, code, texts.externalId))]);
  return ok({
    ...texts,
    ...(filing?.ok ? toFilingEdit(code, filing.value) : {}),
    ...(target ? { target } : {}),
    ...(control?.ok ? { control: { control: control.value } } : {}),
  });
}

async function findTaken(
  deps: Dependencies,
  { accountId, codeId }: QrCode,
  externalId: string | null | undefined,
): Promise<Problem[]> {
  if (typeof externalId !== 'string') return [];
  const holder = await findCodeByExternalId(deps, accountId, externalId);
  return holder === null || holder === codeId ? [] : [toTaken({ externalId, holder })];
}

/** The changes to a code's filing. */
export function toFilingEdit(
  code: Filing,
  { tags, metadata, isArchived }: Filing,
): Pick<QrCodeEdit, 'tags' | 'metadata' | 'isArchived'> {
  return {
    ...(isSameTags(code.tags, tags) ? {} : { tags }),
    ...(isSameMetadata(code.metadata, metadata) ? {} : { metadata }),
    ...(code.isArchived === isArchived ? {} : { isArchived }),
  };
}
