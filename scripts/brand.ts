// Gives the product a name and a logo: npm run --silent brand -- help
import { readFileSync } from 'node:fs';
import { toBase64 } from '#core/bytes/base64.ts';
import { LONGEST_PRODUCT_NAME, parseProductName } from '#core/brand.ts';
import { MAX_UPLOAD_BYTES, MAX_UPLOAD_SIDE } from '#core/logos/logo-image.ts';
import { toLogoFile } from '#service/logos/read.ts';
import { BRAND_KEYS } from '#storage/brand.ts';
import { makeLogo } from '#symbol/logos/make-logo.ts';
import { type openPlace, PLACE_HELP, PLACE_OPTIONS } from './support/open-place.ts';
import { runAsProcess, toProgram } from './support/run-command.ts';

/** A page loads it, so it is no larger than what else a page loads. */
const LARGEST_LOGO = 48 * 1024;

const HELP = `Usage: npm run --silent brand -- <command> [--remote]

  name NAME    the name in the bar of each page, in its title, in mails and on shared reports: at most ${LONGEST_PRODUCT_NAME} characters
  logo FILE    the picture beside the name, and the icon of browser tabs: a square SVG, PNG or JPEG, best readable at 20 pixels
  reset        the name and the logo that come with the software

${PLACE_HELP}`;

const SOON = 'Pages show it within two minutes.';

export const brandProgram = toProgram(
  {
    name: {
      options: PLACE_OPTIONS,
      words: [1, 1],
      async run([text = ''], place, { open, terminal }) {
        const name = parseProductName(text);
        if (name === null)
          throw new Error(`A name has 1 to ${LONGEST_PRODUCT_NAME} characters, on one line.`);
        await put(open, place, { name });
        terminal.log(`The product is called ${name}. ${SOON}`);
      },
    },
    logo: {
      options: PLACE_OPTIONS,
      words: [1, 1],
      async run([file = ''], place, { open, terminal }) {
        await put(open, place, { logo: await readLogo(file) });
        terminal.log(`The logo is that of ${file}. ${SOON}`);
      },
    },
    reset: {
      options: PLACE_OPTIONS,
      words: [0, 0],
      async run(_, place, { open, terminal }) {
        await put(open, place, { name: '', logo: '' });
        terminal.log(`The product has the name and the logo of the software. ${SOON}`);
      },
    },
  },
  HELP,
);

if (import.meta.main) await runAsProcess(brandProgram);

async function put(
  open: typeof openPlace,
  place: Parameters<typeof openPlace>[0],
  brand: Partial<Record<keyof typeof BRAND_KEYS, string>>,
): Promise<void> {
  await using database = await open(place);
  const pairs = Object.entries(brand) as [keyof typeof BRAND_KEYS, string][];
  await database.putPairs(pairs.map(([part, value]) => ({ key: BRAND_KEYS[part], value })));
}

/** A file as a `data:` address, made anew from its pixels or paths like the logos of codes: no script or link of an SVG is kept. */
async function readLogo(file: string): Promise<string> {
  const read = readFileSync(file);
  if (read.length > MAX_UPLOAD_BYTES)
    throw new Error(`${file} is too large: a logo has at most ${MAX_UPLOAD_BYTES / 1024} KiB.`);
  const made = await makeLogo(new Uint8Array(read), MAX_UPLOAD_SIDE);
  if (!made.ok) throw new Error(`${file} cannot be the logo. ${made.error.message}`);
  const { bytes, type } = await toLogoFile(made.value.picture);
  if (bytes.length > LARGEST_LOGO)
    throw new Error(`${file} has too many details: its paths come to more than ${LARGEST_LOGO / 1024} KiB.`);
  return `data:${type};base64,${toBase64(bytes)}`;
}
