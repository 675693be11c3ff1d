import { upTo } from '#core/text.ts';
import { type PlainMessage, say } from '#languages/say.ts';
import { describeOutcome, type SelectionOutcome } from './outcome.ts';
import type { DashboardContext } from '../dashboard-env.ts';
import { clearCookie, readCookie, writeCookie } from '../own-cookie.ts';
import type { Saying } from '../../kit/flash.tsx';

/**
 * The next page's message about what was just done. The cookie contains the name of a message in this table, never its text, so that nobody
 * can make a page say something else. No address contains it, so that no link can make a page claim that something was done. The page that
 * shows the message deletes the cookie, so that a reload does not repeat the message. See docs/decisions/kit.md.
 */
const MESSAGES = {
  saved: 'Saved.',
  unchanged: 'Nothing was changed.',
  code_created: 'Your code is ready to download and print.',
  dynamic_code_created:
    'Your code is ready. Scan it with your phone, and the scan appears below. To print it, choose “Print or download”.',
  local_code_created:
    'Your code is ready. Open its short link on this computer, and the scan appears below. To print it, choose “Print or download”.',
  code_deleted: 'The code was deleted.',
  name_added: 'The short link was added. It works within 10 seconds.',
  name_removed: 'The short link was removed. It stops working within 30 seconds.',
  target_saved: 'Saved. A new target takes effect within 30 seconds.',
  file_saved: 'Saved. Within 30 seconds, every scan opens the new file.',
  later_target_saved:
    'Saved. No scan leads to this target yet, because the variants decide. To change where scans lead now, change the A/B test.',
  control_saved: 'Saved. This takes effect within 30 seconds.',
  archived: 'Archived. The list no longer shows the code. Scans work as before.',
  unarchived: 'The code is in the list again.',
  paused: 'Paused. This takes effect within 30 seconds.',
  resumed: 'Resumed. This takes effect within 30 seconds.',
  restored: 'Restored. This takes effect within 30 seconds.',
  restored_without_password:
    'Restored without a password, because the history contains none. Set one again under “What happens on a scan”.',
  template_saved: 'Saved. Codes that were made from it stay as they are.',
  template_deleted: 'The template was deleted. Codes that were made from it stay as they are.',
  image_stored: 'The image was stored. You can choose it as a logo in the form for a new code.',
  image_deleted: 'The image was deleted.',
  file_stored: 'The file was stored. You can choose it in the form for a new code.',
  file_deleted: 'The file was deleted.',
  tag_renamed: 'The tag was renamed.',
  tags_merged: 'The tags were merged.',
  tags_being_merged: 'The tags are being merged. The last codes follow within a few minutes.',
  tag_deleted: 'The tag was deleted. The codes that had it are still here.',
  share_ended: 'The link was ended. It no longer works.',
  link_sent:
    'If an account uses this address, a sign-in link is on its way. The link works once, within 15 minutes.',
  sign_up_sent: 'A sign-in link is on its way to you. It works once, within 15 minutes.',
  account_restored: 'The account is restored. Its API keys work again within 60 seconds.',
  add_passkey: 'You are signed in. With a passkey, you need no link next time: add one under Settings.',
  account_opened: 'Your account is ready. Now add a passkey.',
  passkey_added: 'The passkey was added. You can now sign in with it.',
  passkey_renamed: 'The passkey was renamed.',
  passkey_removed: 'The passkey was removed.',
  session_ended: 'Signed out there.',
  key_revoked: 'The key was revoked. It stops working within 60 seconds.',
  app_disconnected: 'The app was disconnected. It loses access within 60 seconds.',
  role_changed: 'The role was changed.',
  person_removed: 'The person was removed and signed out.',
  domain_checked: 'Checked just now.',
  brand_saved: 'Saved. This takes effect within 30 seconds.',
  domain_saved: 'Saved. This takes effect within 30 seconds.',
  domain_deleted: 'The domain was deleted.',
  webhook_added: 'The webhook was added. Send it a test.',
  webhook_added_before:
    'You sent the form twice, and it added one webhook. If you did not see its secret, make a new one below.',
  webhook_paused: 'Paused. Nothing is sent until you resume it.',
  webhook_resumed: 'Resumed. To send what it missed, use “Send missed events”.',
  too_many_secrets:
    'The secret stays as it is: four that were replaced within a day still sign. Change it again when one of them has ended.',
  webhook_deleted: 'The webhook was deleted.',
  sent_again: 'It is being sent again.',
  sent_again_in_part:
    'Not everything is being sent again, because each event counts as one request of your plan. Repeat this in a minute.',
  nothing_sent_again:
    'Nothing was sent again: none of its events happened in that time, or they were sent again within the last ten minutes.',
  view_saved: 'The view was saved.',
  view_renamed: 'The view was renamed.',
  view_deleted: 'The view was deleted.',
} as const satisfies Record<string, PlainMessage>;

export type Message = keyof typeof MESSAGES;

/** Messages that say what to do next. They stay in the page; all others go away by themselves if JavaScript runs. */
const STAYING: ReadonlySet<string> = new Set<Message>([
  'code_created',
  'dynamic_code_created',
  'local_code_created',
  'later_target_saved',
  'restored_without_password',
  'link_sent',
  'sign_up_sent',
  'account_opened',
  'add_passkey',
]);

const NAME = 'flash';
/** What takes back what was done, and the page to return to. Its ids and tags are in a form, never in a text. */
const UNDO_NAME = 'undo';
const MOST_UNDO_BYTES = 3_900;
/** Long enough to reach the next page. */
const LIVES_SECONDS = 60;

/** Makes the next page show a message, or the outcome of a selection of codes, which contains only numbers and our own names. */
export function flash(
  c: DashboardContext,
  said: Message | SelectionOutcome,
  { undo = '', section = '' }: { readonly undo?: string; readonly section?: string } = {},
): void {
  const value = typeof said === 'string' ? said : new URLSearchParams(Object.entries(said)).toString();
  writeCookie(c, NAME, section === '' ? value : `${value}@${section}`, LIVES_SECONDS);
  // Browsers keep no cookie of more than 4,096 bytes with its name and attributes.
  if (undo !== '' && encodeURIComponent(undo).length <= MOST_UNDO_BYTES)
    writeCookie(c, UNDO_NAME, undo, LIVES_SECONDS);
  else if (readCookie(c, UNDO_NAME) !== null) clearCookie(c, UNDO_NAME);
}

/**
 * Redirects to another page, which says what was done, and offers to undo it.
 * @param undo what takes it back, as `POST /codes/undo` reads it; empty if nothing does
 */
export function redirectSaying(
  c: DashboardContext,
  path: string,
  said: Message | SelectionOutcome,
  undo = '',
): Response {
  flash(c, said, { undo: undo === '' ? '' : `${upTo(path, /#/)} ${undo}` });
  return c.redirect(path, 303);
}

/** Redirects back to the section of a page in which something was done, which says so. */
export function redirectToSection(
  c: DashboardContext,
  path: string,
  said: Message,
  section: string,
): Response {
  flash(c, said, { section });
  return c.redirect(`${path}#${section}`, 303);
}

/** The message for the page; null if there is none. It is shown once. */
export function takeFlash(c: DashboardContext): Saying | null {
  const cookie = readCookie(c, NAME);
  const [back = '', undo = ''] = readCookie(c, UNDO_NAME)?.split(' ') ?? [];
  if (undo !== '') clearCookie(c, UNDO_NAME);
  if (cookie === null) return null;
  clearCookie(c, NAME);
  const [value = '', section = ''] = cookie.split('@');
  const message = Object.hasOwn(MESSAGES, value)
    ? say(MESSAGES[value as Message])
    : describeOutcome(new URLSearchParams(value));
  // Somebody has to read why codes of a selection were not changed.
  const isToast = section === '' && !STAYING.has(value) && !/&why=./.test(value);
  return message === null ? null : { message, section, isToast, undo: undo === '' ? null : { undo, back } };
}
