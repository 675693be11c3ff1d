import { explainQuota } from '#core/accounts/quota.ts';
import { toPublicId } from '#core/codes/code-id.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { NO_CONTROL } from '#core/control/control.ts';
import type { ControlRequest } from '#core/control/control-request.ts';
import { toRuleRequest } from '#core/control/to-request.ts';
import { parseTimeZone, type TimeZone, UTC } from '#core/scans/time-zone.ts';
import type { CountedQrCode } from '#service/codes/read.ts';
import { updateQrCode } from '#service/codes/update.ts';
import { findCode } from '../codes/find-code.ts';
import { nameCode } from '../codes/name-code.ts';
import type { DashboardContext } from '../frame/dashboard-env.ts';
import { Form, readForm } from '../frame/form.ts';
import { PageError, pageNotFound } from '../frame/page-error.ts';
import { renderPage } from '../frame/render.tsx';
import { type ControlForms, ControlPage } from './page.tsx';
import { readLimits, readRule, readVariants, refuse, toLimitsForm, toVariantsForm } from './read-form.ts';
import { tryScan } from './tester.ts';

/** `GET /codes/{id}/control`: everything that decides about a code's scans; with `test=on`, where a scan would go. */
export async function showControl(c: DashboardContext): Promise<Response> {
  const counted = await findDynamicCode(c);
  return renderControl(c, counted, readTimeZone(c.req.query('tz')));
}

/** `POST /codes/{id}/control/pause`: pauses or resumes, whatever else was changed meanwhile. */
export async function pauseCode(c: DashboardContext): Promise<Response> {
  const { code } = await findDynamicCode(c);
  const form = await readForm(c);
  const isPaused = form.isChecked('paused');
  const updated = await update(c, code, { isPaused }, null);
  if (updated.kind === 'refused') throw pageNotFound();
  if (form.value('next') === 'list') return c.redirect('/codes', 303);
  return c.redirect(`/codes/${toPublicId(code.codeId)}?${isPaused ? 'paused' : 'resumed'}=1#main`, 303);
}

/** `POST /codes/{id}/control/limits` */
export async function changeLimits(c: DashboardContext): Promise<Response> {
  return change(c, 'limits', (form, timeZone) => readLimits(form, timeZone));
}

/** `POST /codes/{id}/control/rules`: adds a rule behind the others. */
export async function addRule(c: DashboardContext): Promise<Response> {
  return change(c, 'rule', (form, timeZone, code) => ({
    rules: [...(code.control ?? NO_CONTROL).rules.map(toRuleRequest), readRule(form, timeZone)],
  }));
}

/** `POST /codes/{id}/control/move-rule`: moves a rule to another place, or removes it. */
export async function moveRule(c: DashboardContext): Promise<Response> {
  return change(c, 'rule', (form, _, code) => {
    const rules = (code.control ?? NO_CONTROL).rules.map(toRuleRequest);
    const moved = rules.splice(Number(form.value('index')), 1);
    if (form.value('to') !== 'remove') rules.splice(Number(form.value('to')), 0, ...moved);
    return { rules };
  });
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
    const query = new URLSearchParams({ tz: timeZone, saved: '1' });
    return c.redirect(`/codes/${toPublicId(code.codeId)}/control?${query.toString()}#main`, 303);
  }
  if (outcome.kind === 'outdated') {
    form.refuse(
      '',
      'This code was changed after you opened the page, so yours was not saved. Look at it as it is now, then save again.',
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
    rule: new Form(),
    variants: toVariantsForm(code.control),
    test,
    ...changed,
  };
  const trial = test.isChecked('test') ? tryScan(code, test, timeZone, c.get('deps').nowMs()) : null;
  const notice = c.req.query('saved') === undefined ? null : 'Saved. Every scan follows within 30 seconds.';
  return renderPage(
    c,
    { title: `What happens on a scan of ${nameCode(code)}`, section: 'Codes', status },
    <ControlPage {...{ counted, timeZone, notice, forms, trial }} />,
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

function codeIsStatic(): PageError {
  return new PageError(
    409,
    'This code cannot change',
    'It is static: the symbol itself holds the content. Nothing was changed.',
  );
}
