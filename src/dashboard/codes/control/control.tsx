import { Hono } from 'hono';
import type { FC } from 'hono/jsx';
import { toPublicId } from '#core/codes/code-id.ts';
import type { QrCode } from '#core/codes/qr-code.ts';
import { type Control, NO_CONTROL } from '#core/control/control.ts';
import { printedBase } from '#core/links/earlier-base.ts';
import { printedAddress, toBase, toShortUrl } from '#core/links/link-address.ts';
import { parseTimeZone, type TimeZone } from '#core/scans/time-zone.ts';
import { say } from '#languages/say.ts';
import { readStatus } from '#service/codes/control.ts';
import { findQrCode } from '#storage/codes/qr-codes.ts';
import { listOwnLevels } from '#storage/links/gs1-links.ts';
import { listUtmValues } from '#storage/codes/utm-values.ts';
import { requireEditor } from '../../accounts/sign-in/require-session.ts';
import { findDynamicCode, readCodeId } from '../find-code.ts';
import { IMAGE, readLogoImages } from '../form/design/logo.tsx';
import { renderCode } from '../form/render-code.tsx';
import { nameCode } from '#core/codes/name-code.ts';
import { addToUndo, formatUndo } from '../selection/undo.ts';
import { type EditBody, saveAtOnce, saveEdit } from '../save-edit.ts';
import type { DashboardContext, DashboardEnv } from '../../frame/dashboard-env.ts';
import { readFields } from '../../frame/forms/field-table.tsx';
import { Form, readForm } from '../../frame/forms/form.ts';
import { takeUploads, type UploadInto } from '../../frame/forms/take-uploads.ts';
import { readUsualZone } from '../../frame/reader-zone.ts';
import { renderPage } from '../../frame/render.tsx';
import { redirectSaying, redirectToSection } from '../../frame/flash/flash.ts';
import { CampaignOutcome, PREVIEW, PreviewOutcome } from './campaign-section.tsx';
import { placeLink, toLinkForm } from './links-section.tsx';
import { type ControlForms, ControlPage } from './page.tsx';
import { CARDS, readAccess, readLimits, readVariants, type Section, toControlForm } from './read-form.ts';
import { moveRuleTo, placeRule, toNewRuleForm, toRuleForm } from './rules/read-rule.ts';
import { UTM } from '../templates/utm-fields.tsx';
import { type ItemLevels, previewLinkset, tryItem } from './tester/try-item.ts';

const PREVIEW_IMAGE: UploadInto = [IMAGE, 'preview.image'];

/**
 * `GET /codes/{id}/control`: all settings for a code's scans; with `test=on`, where a scan would go; with `rule`, the form of the rule with
 * this name, with `link`, that of the link at this place; with `open`, one of the cards is open.
 */
async function showControl(c: DashboardContext): Promise<Response> {
  const code = await findDynamicCode(c);
  const timeZone = readTimeZone(c, c.req.query('tz'));
  const edited = (code.control ?? NO_CONTROL).rules.find(({ name }) => name === c.req.query('rule'));
  return renderControl(c, code, timeZone, edited ? { rules: toRuleForm(edited, timeZone) } : {});
}

/** `POST /codes/{id}/control/pause`: pauses or resumes, whatever else was changed meanwhile. */
async function pauseCode(c: DashboardContext): Promise<Response> {
  const form = await readForm(c);
  const paused = form.isChecked('paused');
  const saved = await saveAtOnce(c, { paused });
  const page = form.value('next') === 'list' ? '/codes' : `/codes/${toPublicId(readCodeId(c))}#main`;
  return redirectSaying(c, page, paused ? 'paused' : 'resumed', formatUndo(addToUndo([], [saved])));
}

/** The forms of the page: the card that each stands in, and how it is read. */
const FORMS = {
  limits: { section: 'limits', toBody: readLimits },
  access: { section: 'access', toBody: readAccess },
  /** Changes the rule named in `editing`, or adds one after the others. */
  rules: { section: 'rules', toBody: placeRule },
  /** Moves a rule to another place, or removes it. */
  'move-rule': { section: 'rules', toBody: moveRuleTo },
  variants: { section: 'variants', toBody: readVariants },
  campaign: { section: 'campaign', toBody: (form) => readFields(form, UTM) },
  preview: { section: 'preview', toBody: (form) => readFields(form, PREVIEW) },
  /** Changes or removes the link at the place in `editing`, or adds one after the others. */
  links: { section: 'links', toBody: placeLink },
} satisfies Partial<Record<keyof ControlForms, ControlForm>>;

interface ControlForm {
  readonly section: Section;
  readonly toBody: (form: Form, control: Control, timeZone: TimeZone) => EditBody;
}

/** `/codes/{id}/control`, for editors and for dynamic codes. */
export const controlRoutes = new Hono<DashboardEnv>()
  .get('/', requireEditor, showControl)
  .post('/pause', pauseCode);

for (const name of Object.keys(FORMS) as (keyof typeof FORMS)[])
  controlRoutes.post(`/${name}`, (c) => changeControl(c, name));

/** For the script: what the fields of a form would bring; and the picture of a link preview. */
controlRoutes
  .post('/campaign/outcome', (c) => showOutcome(c, CampaignOutcome))
  .post('/preview/image', takePreviewImage)
  .post('/preview/outcome', (c) => showOutcome(c, PreviewOutcome));

async function showOutcome(c: DashboardContext, Outcome: FC<{ code: QrCode; form: Form; host: string }>) {
  const [code, form] = await Promise.all([findDynamicCode(c), readForm(c)]);
  return c.html(<Outcome code={code} form={form} host={hostOf(c, code)} />);
}

/** Stores the file of the form, and shows the form again with it. */
async function takePreviewImage(c: DashboardContext): Promise<Response> {
  const code = await findDynamicCode(c);
  const preview = await takeUploads(c, [PREVIEW_IMAGE], IMAGE);
  const status = preview.hasErrors ? 422 : 200;
  return renderControl(c, code, readTimeZone(c, preview.value('tz')), { preview }, status);
}

function hostOf(c: DashboardContext, code: QrCode): string {
  return new URL(toShortUrl(c.get('deps').shortUrlBase, printedAddress(code))).host;
}

/** Makes the change of one form on the page, if nobody has changed the code since the form was opened. */
async function changeControl(c: DashboardContext, name: keyof typeof FORMS): Promise<Response> {
  const { section, toBody }: ControlForm = FORMS[name];
  const code = await findDynamicCode(c);
  // Without a script, the picture of a link preview comes with the other fields.
  const form = await takeUploads(c, [PREVIEW_IMAGE]);
  const timeZone = readTimeZone(c, form.value('tz'));
  const body = toBody(form, code.control ?? NO_CONTROL, timeZone);
  const saved = await saveEdit(c, form, body, {
    // One rule or link is edited, wherever it stands.
    nameOf: (path) => path.replace(/^(rule|link)s\[\d+\]/, '$1'),
    revision: Number(form.value('revision')),
  });
  const isOnCodePage = form.value('next') === 'code';
  if (typeof saved === 'object') {
    if (isOnCodePage) return redirectSaying(c, `/codes/${toPublicId(readCodeId(c))}#main`, 'control_saved');
    const query = new URLSearchParams({ tz: timeZone });
    const path = `/codes/${toPublicId(code.codeId)}/control?${query.toString()}`;
    return redirectToSection(c, path, 'control_saved', section);
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

async function renderControl(
  c: DashboardContext,
  code: QrCode,
  timeZone: TimeZone,
  changed: Partial<ControlForms> = {},
  status: 200 | 403 | 409 | 422 = 200,
): Promise<Response> {
  const deps = c.get('deps');
  const nowMs = deps.nowMs();
  const test = new Form(new URL(c.req.url).searchParams);
  const name = c.req.query('open');
  const opened = CARDS.find((card) => card in changed) ?? CARDS.find((card) => card === name) ?? null;
  const opens = toControlForm(code.control, timeZone, code.target);
  const forms: ControlForms = {
    limits: opens,
    access: opens,
    rules: toNewRuleForm(timeZone),
    'move-rule': new Form(),
    variants: opens,
    campaign: opens,
    preview: opens,
    links: toLinkForm(code.control?.links, c.req.query('link')),
    zone: toZoneForm(c.req.query('tz'), timeZone),
    test,
    ...changed,
  };
  // A new split lacks nothing but its second target.
  if (opened === 'variants' && !code.control?.variants.length) forms.variants.focusOn('variants[1].target');
  const [images, knownUtm, levels] = await Promise.all([
    readLogoImages(c, forms.preview, 'preview.image'),
    listUtmValues(deps.db, code.accountId),
    readLevels(c, code),
  ]);
  const trial = test.isChecked('test') ? tryItem(levels, test, timeZone, nowMs) : null;
  const root = toBase(printedBase(deps, code), code.host);
  const item = code.gs1 && { root, linkset: previewLinkset(levels, root, nowMs) };
  return renderPage(
    c,
    {
      title: say('What happens on a scan of {code}', { code: nameCode(code) }),
      section: 'Codes',
      status,
    },
    <ControlPage
      {...{ code, timeZone, forms, opened, trial, item, images, knownUtm }}
      status={readStatus(code, nowMs)}
      host={hostOf(c, code)}
    />,
  );
}

/** A code with those of the levels above it. */
async function readLevels(c: DashboardContext, code: QrCode): Promise<ItemLevels> {
  const { db } = c.get('deps');
  const { above } = await listOwnLevels(db, code);
  const levels = await Promise.all(above.map(({ codeId }) => findQrCode(db, code.accountId, codeId)));
  return [code, ...levels.filter((level) => level !== null)];
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
