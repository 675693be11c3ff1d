import type { OperatorTextName } from '#core/operator-text.ts';

/** What the pages say until the operator puts texts of their own there: what the software does, and nothing that only an operator can promise. */
export const DEFAULT_TEXTS: Readonly<Record<OperatorTextName, string>> = {
  privacy: `The operator of this service has not put a text of their own here. This is what the software stores.

# When you scan a code
Of a scan of a dynamic code: the code, the time, the kind of device, the system and the browser without versions, the country, the region and the city, the host of the page that led to the short link, the language, and a keyed hash that tells the visitors of one code apart. Neither your IP address nor your user agent is stored. Nothing is stored of the scan of a static code.

Single scans are deleted after about three months. How many there were on a day stays.

A short link sets no cookie. Only where you gave the password of a code, a cookie keeps you from being asked again for 12 hours.

# When you have an account
Your name; your e-mail address, if you gave one; your passkeys; the browser and the system of each session; what was done in the account, for 400 days. One cookie keeps you signed in, two hold your time zone.

# When you report a code
The code, the reason, and what you entered. It is deleted after 180 days.`,
  terms: `The operator of this service has not put terms of use here.

# Where codes lead
Whoever makes a code decides where it leads and what it holds. The operator can disable a code, and does not check each one beforehand.

# Harmful codes
Pages of short links have a link “Report this code”.`,
};
