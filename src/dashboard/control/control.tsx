import { toPublicId } from '#core/codes/code-id.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { type Control, NO_CONTROL } from '#core/control/control.ts';
import { parseTimeZone, type TimeZone } from '#core/scans/time-zone.ts';
import { say } from '#languages/say.ts';
import { readStatus } from '#service/codes/control.ts';
import { findCode, readCodeId } from '../codes/find-code.ts';
import { renderCode } from '../codes/form/render-code.tsx';
import { nameCode } from '#core/codes/name-code.ts';
import { addToUndo, formatUndo } from '../codes/selection/undo.ts';
import { codeIsStatic, type EditBody, saveAtOnce, saveEdit } from '../codes/save-edit.ts';
import type { DashboardContext } from '../frame/dashboard-env.ts';
import { Form, readForm } from '../frame/forms/form.ts';
import { readUsualZone } from '../frame/reader-zone.ts';
import { renderPage } from '../frame/render.tsx';
import { redirectSaying, redirectToSection } from '../frame/flash/flash.ts';
import { type ControlForms, ControlPage } from './page.tsx';
import {
  CARDS,
  readAccess,
  readLimits,
  readVariants,
  toAccessForm,
  toField,
  toLimitsForm,
  toVariantsForm,
} from './read-form.ts';
import { moveRuleTo, placeRule, toNewRuleForm, toRuleForm } from './read-rule.ts';
import { tryScan } from './tester.ts';

/**
 * `GET /codes/{id}/control`: all settings for a code's scans; with `test=on`, where a scan would go; with `rule`, the form of the rule with
 * this name; with `open`, one of the cards is open.
 */
export async function showControl(c: DashboardContext): Promise<Response> {
  const code = await findDynamicCode(c);
  const timeZone = readTimeZone(c, c.req.query('tz'));
  const edited = (code.control ?? NO_CONTROL).rules.find(({ name }) => name === c.req.query('rule'));
  return renderControl(c, code, timeZone, edited ? { rule: toRuleForm(edited, timeZone) } : {});
}

/** `POST /codes/{id}/control/pause`: pauses or resumes, whatever else was changed meanwhile. */
export async function pauseCode(c: DashboardContext): Promise<Response> {
  const form = await readForm(c);
  const paused = form.isChecked('paused');
  const saved = await saveAtOnce(c, { paused });
  const page = form.value('next') === 'list' ? '/codes' : `/codes/${toPublicId(readCodeId(c))}#main`;
  return redirectSaying(c, page, paused ? 'paused' : 'resumed', formatUndo(addToUndo([], [saved])));
}

/** `POST /codes/{id}/control/limits` */
export async function changeLimits(c: DashboardContext): Promise<Response> {
  return change(c, 'limits', readLimits);
}

/** `POST /codes/{id}/control/access` */
export async function changeAccess(c: DashboardContext): Promise<Response> {
  return change(c, 'access', readAccess);
}

/** `POST /codes/{id}/control/rules`: changes the rule named in `editing`, or adds one after the others. */
export async function changeRule(c: DashboardContext): Promise<Response> {
  return change(c, 'rule', placeRule);
}

/** `POST /codes/{id}/control/move-rule`: moves a rule to another place, or removes it. */
export async function moveRule(c: DashboardContext): Promise<Response> {
  return change(c, 'move', moveRuleTo);
}

/** `POST /codes/{id}/control/variants` */
export async function changeVariants(c: DashboardContext): Promise<Response> {
  return change(c, 'variants', readVariants);
}

/** The card of each form. */
const SECTIONS = {
  limits: 'limits',
  access: 'access',
  rule: 'rules',
  move: 'rules',
  variants: 'variants',
} as const;

/** Makes the change of one form on the page, if nobody has changed the code since the form was opened. */
async function change(
  c: DashboardContext,
  name: keyof typeof SECTIONS,
  toBody: (form: Form, control: Control, timeZone: TimeZone) => EditBody,
): Promise<Response> {
  const code = await findDynamicCode(c);
  const form = await readForm(c);
  const timeZone = readTimeZone(c, form.value('tz'));
  const body = toBody(form, code.control ?? NO_CONTROL, timeZone);
  const saved = await saveEdit(c, form, body, { nameOf: toField, revision: Number(form.value('revision')) });
  const isOnCodePage = form.value('next') === 'code';
  if (typeof saved === 'object') {
    if (isOnCodePage) return redirectSaying(c, `/codes/${toPublicId(readCodeId(c))}#main`, 'control_saved');
    const query = new URLSearchParams({ tz: timeZone });
    const path = `/codes/${toPublicId(code.codeId)}/control?${query.toString()}`;
    return redirectToSection(c, path, 'control_saved', SECTIONS[name]);
  }
  if (saved === 'outdated') {
    form.refuse(
      '',
      say(
        'This code was changed after you opened the page, so your changes were not saved. Check the current version, then save again.',
      ),
    );
  }
  const [now, status] = saved === 'outdated' ? [await findDynamicCode(c), 409 as const] : [code, saved];
  if (isOnCodePage) return renderCode(c, now, { variantsForm: form, status });
  return renderControl(c, now, timeZone, { [name]: form }, status);
}

function renderControl(
  c: DashboardContext,
  code: QrCode,
  timeZone: TimeZone,
  changed: Partial<ControlForms> = {},
  status: 200 | 403 | 409 | 422 = 200,
) {
  const nowMs = c.get('deps').nowMs();
  const test = new Form(new URL(c.req.url).searchParams);
  const name = c.req.query('open');
  const opened = changed.rule ? 'rules' : (CARDS.find((card) => card === name) ?? null);
  const forms: ControlForms = {
    limits: toLimitsForm(code.control, timeZone),
    access: toAccessForm(code.control),
    move: new Form(),
    rule: toNewRuleForm(timeZone),
    variants: toVariantsForm(code.control, code.target),
    zone: toZoneForm(c.req.query('tz'), timeZone),
    test,
    ...changed,
  };
  // A new split lacks nothing but its second target.
  if (opened === 'variants' && !code.control?.variants.length) forms.variants.focusOn('variant_1_target');
  const trial = test.isChecked('test') ? tryScan(code, test, timeZone, nowMs) : null;
  return renderPage(
    c,
    {
      title: say('What happens on a scan of {code}', { code: nameCode(code) }),
      section: 'Codes',
      status,
    },
    <ControlPage {...{ code, timeZone, forms, opened, trial }} status={readStatus(code, nowMs)} />,
  );
}

async function findDynamicCode(c: DashboardContext): Promise<QrCode> {
  const code = await findCode(c);
  if (!code.isDynamic) throw codeIsStatic();
  return code;
}

function readTimeZone(c: DashboardContext, name: string | undefined): TimeZone {
  return parseTimeZone(name ?? '') ?? readUsualZone(c);
}

/** An unknown zone is shown again, and not silently replaced. */
function toZoneForm(typed: string | undefined, timeZone: TimeZone): Form {
  const isKnown = typed === undefined || typed === '' || parseTimeZone(typed) !== null;
  const form = new Form([['tz', isKnown ? timeZone : typed]]);
  if (!isKnown) {
    const zone = timeZone;
    form.refuse(
      'tz',
      say(
        'There is no time zone with this name. Write it like Europe/Berlin. Until then, times are in {zone}.',
        {
          zone,
        },
      ),
    );
  }
  return form;
}
