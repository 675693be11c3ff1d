import { Hono } from 'hono';
import { OPERATOR_TEXTS, type OperatorTextName, readTextBlocks } from '#core/operator-text.ts';
import { findOperatorText } from '#storage/operator-texts.ts';
import type { DashboardEnv } from '../frame/dashboard-env.ts';
import { currentLanguage, type PlainMessage, say } from '#languages/say.ts';
import { renderPage } from '../frame/render.tsx';
import { DEFAULT_TEXTS } from './default-texts.ts';

const TITLES: Readonly<Record<OperatorTextName, PlainMessage>> = {
  privacy: 'Privacy',
  terms: 'Terms of use',
};

export const TEXT_PATHS = OPERATOR_TEXTS.map((name) => `/${name}`);

/** `GET /privacy`, `GET /terms`: for everybody, with the operator's own texts if there are any. */
export const textRoutes = new Hono<DashboardEnv>();

for (const name of OPERATOR_TEXTS) {
  textRoutes.get(`/${name}`, async function showText(c) {
    const text =
      (await findOperatorText(c.get('deps').links, name)) ?? DEFAULT_TEXTS[currentLanguage()][name];
    const title = say(TITLES[name]);
    return renderPage(c, { title }, <TextPage title={title} text={text} />);
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
