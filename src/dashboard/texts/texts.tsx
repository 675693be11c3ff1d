import { Hono } from 'hono';
import { OPERATOR_TEXTS, type OperatorTextName, readTextBlocks } from '#core/operator-text.ts';
import { findOperatorText } from '#storage/operator-texts.ts';
import type { DashboardEnv } from '../frame/dashboard-env.ts';
import { renderPage } from '../frame/render.tsx';
import { DEFAULT_TEXTS } from './default-texts.ts';

const TITLES: Readonly<Record<OperatorTextName, string>> = { privacy: 'Privacy', terms: 'Terms of use' };

/** The paths of the texts. */
export const TEXT_PATHS = OPERATOR_TEXTS.map((name) => `/${name}`);

/** `GET /privacy`, `GET /terms`: for everybody, in the words of the operator where there are some. */
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
