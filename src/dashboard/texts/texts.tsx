import { Hono } from 'hono';
import { OPERATOR_TEXTS, type OperatorTextName, readTextBlocks } from '#core/operator-text.ts';
import { findOperatorText } from '#storage/operator-texts.ts';
import type { DashboardEnv } from '../frame/dashboard-env.ts';
import { renderPage } from '../frame/render.tsx';

const TITLES: Readonly<Record<OperatorTextName, string>> = { privacy: 'Privacy', terms: 'Terms of use' };

/** The paths of the texts. */
export const TEXT_PATHS = OPERATOR_TEXTS.map((name) => `/${name}`);

/** `GET /privacy`, `GET /terms`: for everybody, with the operator's own texts if there are any. */
export const textRoutes = new Hono<DashboardEnv>();

for (const name of OPERATOR_TEXTS) {
  textRoutes.get(`/${name}`, async function showText(c) {
    const text = (await findOperatorText(c.get('deps').links, name)) ?? DEFAULT_TEXTS[name];
    return renderPage(c, { title: TITLES[name] }, <TextPage title={TITLES[name]} text={text} />);
  });
}

function TextPage({ title, text }: { title: string; text: string }) {
  return (
    <section class="text">
      <h1>{title}</h1>
      {readTextBlocks(text).map((block) =>
        block.kind === 'heading' ? <h2>{block.text}</h2> : <p>{block.text}</p>,
      )}
    </section>
  );
}

/** The texts of the pages until the operator replaces them: what the software does, and nothing that only an operator can promise. */
const DEFAULT_TEXTS: Readonly<Record<OperatorTextName, string>> = {
  privacy: `The operator of this service has not added a text of their own. This is what the software stores.

# When you scan a code
For each scan of a dynamic code: the code, the time, the kind of device, the system and the browser without versions, the country, the region and the city, the host of the page that led to the short link, the language, and a keyed hash that tells the visitors of one code apart. Neither your IP address nor your user agent is stored. Nothing is stored for scans of a static code.

Individual scans are deleted after about three months. The number of scans per day is kept.

A short link sets no cookie. Only if you enter the password of a code, a cookie remembers this for 12 hours, so that you are not asked again.

# When you have an account
Your name; your e-mail address, if you gave one; your passkeys; the browser and the system of each session; what was done in the account, for 400 days. One cookie keeps you signed in, two hold your time zone.

# When you report a code
The code, the reason, and what you entered. It is deleted after 180 days.`,
  terms: `The operator of this service has not added terms of use.

# Where codes lead
The person who creates a code decides where it leads and what it contains. The operator can disable a code, and does not check each one beforehand.

# Harmful codes
Pages of short links have a link “Report this code”.`,
};
