import { explainQuota } from '#contract/problems/quota-phrases.ts';
import type { CountedQrCode } from '#core/codes/counted-qr-code.ts';
import { toPublicId } from '#core/codes/code-id.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { NO_CONTROL } from '#core/control/control.ts';
import type { ControlRequest } from '#core/control/checks/control-request.ts';
import { parseTimeZone, type TimeZone, UTC } from '#core/scans/time-zone.ts';
import { updateQrCode } from '#service/codes/update.ts';
import { findCode } from '../codes/find-code.ts';
import { nameCode } from '../codes/name-code.ts';
import type { DashboardContext } from '../frame/dashboard-env.ts';
import { Form, readForm } from '../frame/forms/form.ts';
import { PageError, pageNotFound } from '../frame/page-error.ts';
import { renderPage } from '../frame/render.tsx';
import { redirectSaying } from '../kit/flash.tsx';
import { type ControlForms, ControlPage } from './page.tsx';
import { readLimits, readVariants, refuse, toLimitsForm, toVariantsForm } from './read-form.ts';
import { moveRuleTo, placeRule, toNewRuleForm, toRuleForm } from './read-rule.ts';
import { tryScan } from './tester.ts';

/**
 * `GET /codes/{id}/control`: everything that decides about a code's scans; with `test=on`, where a scan would go; with `rule`, the form of
 * the rule of this name.
 */
export async function showControl(c: DashboardContext): Promise<Response> {
  const counted = await findDynamicCode(c);
  const { code } = counted;
  const timeZone = readTimeZone(c.req.query('tz'));
  const edited = (code.control ?? NO_CONTROL).rules.find(({ name }) => name === c.req.query('rule'));
  return renderControl(c, counted, timeZone, edited ? { rule: toRuleForm(edited, timeZone) } : {});
}

/** `POST /codes/{id}/control/pause`: pauses or resumes, whatever else was changed meanwhile. */
export async function pauseCode(c: DashboardContext): Promise<Response> {
  const { code } = await findDynamicCode(c);
  const form = await readForm(c);
  const isPaused = form.isChecked('paused');
  const updated = await update(c, code, { isPaused }, null);
  if (updated.kind === 'refused') throw pageNotFound();
  if (form.value('next') === 'list') return c.redirect('/codes', 303);
  return redirectSaying(c, `/codes/${toPublicId(code.codeId)}#main`, isPaused ? 'paused' : 'resumed');
}

/** `POST /codes/{id}/control/limits` */
export async function changeLimits(c: DashboardContext): Promise<Response> {
  return change(c, 'limits', (form, timeZone, code) => readLimits(form, timeZone, code.control));
}

/** `POST /codes/{id}/control/rules`: changes the rule named in `editing`, or adds one behind the others. */
export async function changeRule(c: DashboardContext): Promise<Response> {
  return change(c, 'rule', (form, timeZone, code) => ({
    rules: placeRule((code.control ?? NO_CONTROL).rules, form, timeZone),
  }));
}

/** `POST /codes/{id}/control/move-rule`: moves a rule to another place, or removes it. */
export async function moveRule(c: DashboardContext): Promise<Response> {
  return change(c, 'move', (form, _, code) => ({
    rules: moveRuleTo((code.control ?? NO_CONTROL).rules, form),
  }));
}

/** `POST /codes/{id}/control/variants` */
export async function changeVariants(c: DashboardContext): Promise<Response> {
  return change(c, 'variants', readVariants);
}

/** Changes what one form of the page is about, if nobody has changed the code since the form was opened. */
async function change(
  c: DashboardContext,
  name: keyof ControlForms,
  toRequest: (form: Form, timeZone: TimeZone, code: QrCode) => ControlRequest,
): Promise<Response> {
  const counted = await findDynamicCode(c);
  const { code } = counted;
  const form = await readForm(c);
  const timeZone = readTimeZone(form.value('tz'));
  const revision = Number(form.value('revision'));
  const outcome = await update(c, code, toRequest(form, timeZone, code), new Set([revision]));
  if (outcome.kind === 'saved') {
    const query = new URLSearchParams({ tz: timeZone });
    const path = `/codes/${toPublicId(code.codeId)}/control?${query.toString()}#main`;
    return redirectSaying(c, path, 'control_saved');
  }
  if (outcome.kind === 'outdated') {
    form.refuse(
      '',
      'This code was changed after you opened the page, so your changes were not saved. Check the current version, then save again.',
    );
  } else refuse(form, outcome.problems);
  const fresh = outcome.kind === 'outdated' ? await findDynamicCode(c) : counted;
  return renderControl(c, fresh, timeZone, { [name]: form }, outcome.kind === 'outdated' ? 409 : 422);
}

async function update(
  c: DashboardContext,
  { codeId }: QrCode,
  control: ControlRequest,
  expected: ReadonlySet<number> | null,
) {
  const { id: editorId, account } = c.get('person');
  const editor = { accountId: account.id, plan: account.plan, editorId };
  const updated = await updateQrCode(c.get('deps'), editor, codeId, { control }, expected);
  if (updated.ok) return { kind: 'saved' } as const;
  switch (updated.error.reason) {
    case 'not_found':
      throw pageNotFound();
    case 'code_not_dynamic':
      throw codeIsStatic();
    case 'precondition_failed':
      return { kind: 'outdated' } as const;
    case 'quota_exceeded':
      throw new PageError(
        403,
        'No room for this change',
        `Nothing was changed. ${explainQuota(updated.error)}`,
      );
    case 'invalid_fields':
      return { kind: 'refused', problems: updated.error.problems } as const;
  }
}

function renderControl(
  c: DashboardContext,
  counted: CountedQrCode,
  timeZone: TimeZone,
  changed: Partial<ControlForms> = {},
  status: 200 | 409 | 422 = 200,
) {
  const { code } = counted;
  const test = new Form(new URL(c.req.url).searchParams);
  const forms: ControlForms = {
    limits: toLimitsForm(code.control, timeZone),
    move: new Form(),
    rule: toNewRuleForm(timeZone),
    variants: toVariantsForm(code.control),
    zone: toZoneForm(c.req.query('tz'), timeZone),
    test,
    ...changed,
  };
  const trial = test.isChecked('test') ? tryScan(code, test, timeZone, c.get('deps').nowMs()) : null;
  return renderPage(
    c,
    { title: `What happens on a scan of ${nameCode(code)}`, section: 'Codes', status },
    <ControlPage {...{ counted, timeZone, forms, trial }} />,
  );
}

async function findDynamicCode(c: DashboardContext): Promise<CountedQrCode> {
  const counted = await findCode(c);
  if (!counted.code.isDynamic) throw codeIsStatic();
  return counted;
}

function readTimeZone(name: string | undefined): TimeZone {
  return parseTimeZone(name ?? '') ?? UTC;
}

/** A zone that nobody knows is shown again, and not taken for another in silence. */
function toZoneForm(typed: string | undefined, timeZone: TimeZone): Form {
  const isKnown = typed === undefined || typed === '' || parseTimeZone(typed) !== null;
  const form = new Form([['tz', isKnown ? timeZone : typed]]);
  if (!isKnown) form.refuse('tz', ZONE_PROBLEM);
  return form;
}

const ZONE_PROBLEM =
  'There is no time zone with this name. Write it like Europe/Berlin. Until then, times are in UTC.';

function codeIsStatic(): PageError {
  return new PageError(
    409,
    'This code cannot change',
    'It is static: the symbol itself holds the content. Nothing was changed.',
  );
}
