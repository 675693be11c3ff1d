import { explainQuota } from '#contract/problems/quota-phrases.ts';
import { newNameBody } from '#contract/codes/names.ts';
import { toPublicId } from '#core/codes/code-id.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { MAX_NAMES } from '#core/links/added-name.ts';
import { say } from '#languages/say.ts';
import { addName, type NameProblem, removeName } from '#service/links/names.ts';
import { listAddedNames } from '#storage/links/names.ts';
import type { DashboardContext } from '../../frame/dashboard-env.ts';
import { redirectSaying } from '../../frame/flash/flash.ts';
import { readFields } from '../../frame/forms/field-table.tsx';
import { type Form, readForm } from '../../frame/forms/form.ts';
import { refuseProblems, validateForm } from '../../frame/forms/validate-form.ts';
import { findDynamicCode } from '../find-code.ts';
import { readDomain } from '../form/domain-field.tsx';
import { renderCode } from '../form/render-code.tsx';
import { NAME } from './names.tsx';

/** `POST /codes/{id}/names`: gives a code another short link. */
export async function addShortLink(c: DashboardContext): Promise<Response> {
  const code = await findDynamicCode(c);
  const nameForm = await readForm(c);
  const deps = c.get('deps');
  const host = readDomain(nameForm, new URL(deps.shortUrlBase).host);
  const body = validateForm(nameForm, newNameBody, { ...readFields(nameForm, NAME), host }, FIELDS);
  if (!body) return renderCode(c, code, { nameForm, status: 422 });
  const added = await addName(deps, c.get('person'), code, { host: body.host ?? null, path: body.path });
  if (added.ok) return redirectSaying(c, toPage(code), 'name_added');
  return renderCode(c, code, { nameForm, status: refuse(nameForm, added.error) });
}

const FIELDS = { nameOf: (field: string) => (field === 'host' ? 'domain' : field) };

function refuse(form: Form, problem: NameProblem): 403 | 409 | 422 {
  switch (problem.reason) {
    case 'refused':
      refuseProblems(form, problem.problems, FIELDS);
      return 422;
    case 'name_taken':
      form.refuse('path', say('Another code already has this. Choose another.'));
      return 409;
    case 'too_many_names':
      form.refuse(
        '',
        say('A code has at most {most, number} short links besides that with its id. Remove one first.', {
          most: MAX_NAMES,
        }),
      );
      return 403;
    case 'quota_exceeded':
      form.refuse('', say('No short link was added. {why}', { why: explainQuota(problem) }));
      return 403;
  }
}

/** `POST /codes/{id}/names/remove` */
export async function removeShortLink(c: DashboardContext): Promise<Response> {
  const code = await findDynamicCode(c);
  const form = await readForm(c);
  const name = await findAddedName(c, code, form.value('host'), form.value('path'));
  const removed = name && (await removeName(c.get('deps'), c.get('person'), code.codeId, name));
  return redirectSaying(c, toPage(code), removed?.ok ? 'name_removed' : 'unchanged');
}

async function findAddedName(c: DashboardContext, { codeId }: QrCode, host: string, path: string) {
  const added = await listAddedNames(c.get('deps').db, codeId);
  return added.find((name) => (name.host ?? '') === host && name.path === path);
}

function toPage({ codeId }: QrCode): string {
  return `/codes/${toPublicId(codeId)}#main`;
}
