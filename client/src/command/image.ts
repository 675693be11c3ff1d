import { writeFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { ImageQuery, PrintQuery } from '../index.ts';
import { type Command, UsageError } from './command.ts';
import { connect } from './login.ts';

export const image: Command = {
  words: 'ID',
  about: 'Gets the picture of a code. The ending of FILE says which: png, svg, pdf or eps.',
  fields: {
    '--size PIXELS': 'how wide a PNG or SVG is; otherwise as the code says',
    '--width-mm MM': 'how wide PDF, EPS and SVG are printed; otherwise 30',
  },
  options: {
    '-o, --output FILE': 'where to write it; otherwise to standard output',
    '--format FORMAT': 'which picture, whatever the ending of FILE',
  },
  async run({ words: [id = ''], fields, texts }) {
    const { output: file = '-', format = extname(file).slice(1).toLowerCase() || 'png' } = texts;
    if (file === '-' && process.stdout.isTTY)
      throw new UsageError('A terminal shows no picture: say where to write it with -o FILE.');
    const query = { ...fields, format };
    const isPrinted = ['pdf', 'eps'].includes(format) || 'width_mm' in fields;
    const picture = await (isPrinted
      ? connect().print(id, { width_mm: 30, ...query } as PrintQuery)
      : connect().image(id, query as ImageQuery));
    const bytes = new Uint8Array(await picture.arrayBuffer());
    if (file === '-') process.stdout.write(bytes);
    else writeFileSync(file, bytes);
  },
};
