import { inflateSync } from 'node:zlib';

/** Bytes of the headers of WOFF and of SFNT (https://www.w3.org/TR/WOFF/#WOFFHeader, OpenType "Organization of an OpenType Font"). */
const [WOFF_HEADER, SFNT_HEADER] = [44, 12];
/** Bytes of each entry in their table directories. */
const [WOFF_ENTRY, SFNT_ENTRY] = [20, 16];

/** The TrueType font in a WOFF file. fontkit reads WOFF too, but inflates all outlines again for each glyph. */
export function unpackWoff(file: Buffer): Buffer {
  const count = file.readUInt16BE(12);
  const header = Buffer.alloc(SFNT_HEADER + count * SFNT_ENTRY);
  // The flavour and the number of tables; fontkit does not read the three figures for binary search.
  file.copy(header, 0, 4, 8);
  header.writeUInt16BE(count, 4);
  const parts = [header];
  let at = header.length;
  for (let i = 0; i < count; i++) {
    const from = WOFF_HEADER + i * WOFF_ENTRY;
    const field = (place: number) => file.readUInt32BE(from + place);
    const [packed, length] = [field(8), field(12)];
    const stored = file.subarray(field(4), field(4) + packed);
    const table = packed < length ? inflateSync(stored) : stored;
    const to = SFNT_HEADER + i * SFNT_ENTRY;
    // The tag, the checksum, the place and the length.
    file.copy(header, to, from, from + 4);
    for (const [k, value] of [field(16), at, length].entries()) header.writeUInt32BE(value, to + 4 + 4 * k);
    // Tables begin at multiples of four.
    const padding = Buffer.alloc(-table.length & 3);
    parts.push(table, padding);
    at += table.length + padding.length;
  }
  return Buffer.concat(parts);
}
