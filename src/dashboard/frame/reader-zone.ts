import { parseTimeZone, type TimeZone, UTC } from '#core/scans/time-zone.ts';
import type { DashboardContext } from './dashboard-env.ts';
import { clearCookie, isSecure, readCookie, writeCookie } from './own-cookie.ts';

/**
 * The time zone in which a page shows scans: that of its address, otherwise the person's choice, otherwise the zone that the browser's
 * script last reported, otherwise that of the network that sent the request, otherwise UTC.
 *
 * There are two cookies, because they have two writers: the script can neither read nor replace the person's choice.
 */
const CHOSEN = 'zone';
/** Written by browser/app.ts. */
const OF_BROWSER = 'browser_zone';

const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The zone of a page whose address names none. If it is a guess, the page says so to the script, which may know better. */
export function readUsualZone(c: DashboardContext): TimeZone {
  const known = readChosenZone(c) ?? readReportedZone(c);
  if (known !== null) return known;
  const guess = readZoneOfDevice(c);
  if (c.req.query('tz') === undefined) c.set('guessedZone', guess);
  return guess;
}

function readChosenZone(c: DashboardContext): TimeZone | null {
  return parseTimeZone(readCookie(c, CHOSEN) ?? '');
}

function readZoneOfDevice(c: DashboardContext): TimeZone {
  return readReportedZone(c) ?? readZoneOfNetwork(c) ?? UTC;
}

function readReportedZone(c: DashboardContext): TimeZone | null {
  return parseTimeZone(readCookie(c, OF_BROWSER) ?? '');
}

/** Over plain http, which means a laptop, there is no network edge, and local tools make up its data. */
function readZoneOfNetwork(c: DashboardContext): TimeZone | null {
  const zone = isSecure(c) ? c.req.raw.cf?.timezone : undefined;
  return typeof zone === 'string' ? parseTimeZone(zone) : null;
}

/** Stores the chosen time zone; an empty text removes the choice. */
export function rememberZone(c: DashboardContext, text: string): void {
  const zone = parseTimeZone(text);
  // The zone of the device needs no choice, and follows the device to other places.
  if (text === '' || zone === readZoneOfDevice(c)) clearCookie(c, CHOSEN);
  else if (zone !== null) writeCookie(c, CHOSEN, zone, ONE_YEAR_SECONDS);
}
