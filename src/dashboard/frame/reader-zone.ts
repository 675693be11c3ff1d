import { parseTimeZone, type TimeZone, UTC } from '#core/scans/time-zone.ts';
import type { DashboardContext } from './dashboard-env.ts';
import { clearCookie, isSecure, readCookie, writeCookie } from './own-cookie.ts';

/**
 * By whose clocks a page shows scans: the zone of its address, else the one that somebody chose, else the one that the browser's script last
 * said, else the one of the network that the request came from, else UTC.
 *
 * Two cookies, because they have two writers: the script can neither read nor replace what was chosen.
 */
const CHOSEN = 'zone';
/** Written by browser/time-zone.ts. */
const OF_BROWSER = 'browser_zone';

const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The zone of a page whose address names none. */
export function readUsualZone(c: DashboardContext): TimeZone {
  return readChosenZone(c) ?? readZoneOfDevice(c);
}

function readChosenZone(c: DashboardContext): TimeZone | null {
  return parseTimeZone(readCookie(c, CHOSEN) ?? '');
}

function readZoneOfDevice(c: DashboardContext): TimeZone {
  return parseTimeZone(readCookie(c, OF_BROWSER) ?? '') ?? readZoneOfNetwork(c) ?? UTC;
}

/** Over plain http, which is a laptop, there is no network edge, and what local tools say of it is made up. */
function readZoneOfNetwork(c: DashboardContext): TimeZone | null {
  const zone = isSecure(c) ? c.req.raw.cf?.timezone : undefined;
  return typeof zone === 'string' ? parseTimeZone(zone) : null;
}

/** Chooses a time zone for later; with an empty text, the choice is taken back. */
export function rememberZone(c: DashboardContext, text: string): void {
  const zone = parseTimeZone(text);
  // The zone of the device needs no choice, and follows the device to other places.
  if (text === '' || zone === readZoneOfDevice(c)) clearCookie(c, CHOSEN);
  else if (zone !== null) writeCookie(c, CHOSEN, zone, ONE_YEAR_SECONDS);
}
