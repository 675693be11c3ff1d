import { readGraySymbol } from './read-symbol.ts';

const PIXELS_A_MODULE = 4;
const BLACK_ON_WHITE = '\u001B[38;5;16;48;5;231m';

/** Reads the QR Code symbol that a program has printed, as a camera in front of the terminal would: a picture is made of its characters. */
export async function readTerminal(printed: string): Promise<string> {
  const lines = printed.split('\n').filter((line) => line.includes(BLACK_ON_WHITE));
  const rows = lines.flatMap((line) => {
    const blocks = [
      ...line.slice(line.indexOf(BLACK_ON_WHITE) + BLACK_ON_WHITE.length, line.indexOf('\u001B[0m')),
    ];
    return [blocks.map((block) => '▀█'.includes(block)), blocks.map((block) => '▄█'.includes(block))];
  });
  const width = (rows[0]?.length ?? 0) * PIXELS_A_MODULE;
  const height = rows.length * PIXELS_A_MODULE;
  const pixels = new Uint8Array(width * height).map((_, at) => {
    const row = Math.floor(at / width / PIXELS_A_MODULE);
    return rows[row]?.[Math.floor((at % width) / PIXELS_A_MODULE)] ? 0 : 255;
  });
  return (await readGraySymbol({ width, height, pixels })).text;
}
