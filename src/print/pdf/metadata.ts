import { sha256Hex } from '#core/bytes/sha256.ts';
import type { PdfObject } from './pdf-file.ts';

export interface Metadata {
  /** In printable ASCII. */
  readonly title: string;
  readonly createdAtMs: number;
}

/**
 * The metadata that PDF/X-4 requires in XMP (ISO 15930-7), not compressed, so that every program finds them. They agree with the document
 * information.
 *
 * @param content what the file shows, from which its identifier is made
 */
export async function writeMetadata(
  { title, createdAtMs }: Metadata,
  producer: string,
  content: string,
): Promise<PdfObject> {
  const date = new Date(createdAtMs).toISOString().replace(/\.\d+/, '');
  const id = (await sha256Hex(new TextEncoder().encode(content))).replace(
    /^(.{8})(.{4})(.{4})(.{4})(.{12}).*/,
    'uuid:$1-$2-$3-$4-$5',
  );
  const facts = [
    ['pdfxid:GTS_PDFXVersion', 'PDF/X-4'],
    ['pdf:Producer', producer],
    ['pdf:Trapped', 'False'],
    ['xmp:CreatorTool', producer],
    ['xmp:CreateDate', date],
    ['xmp:ModifyDate', date],
    ['xmp:MetadataDate', date],
    ['xmpMM:DocumentID', id],
    ['xmpMM:InstanceID', id],
    ['xmpMM:VersionID', '1'],
    ['xmpMM:RenditionClass', 'default'],
    ['dc:format', 'application/pdf'],
  ];
  const lines = [
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/">',
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    `<rdf:Description rdf:about=""${NAMESPACES.map(([name, uri]) => ` xmlns:${name}="${uri}"`).join('')}>`,
    ...facts.map(([name, value]) => `<${name}>${value}</${name}>`),
    `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escapeMarkup(title)}</rdf:li></rdf:Alt></dc:title>`,
    '</rdf:Description>',
    '</rdf:RDF>',
    '</x:xmpmeta>',
    '<?xpacket end="r"?>',
  ];
  const stream = new TextEncoder().encode(lines.join('\n'));
  return { dictionary: '<</Type/Metadata/Subtype/XML>>', stream };
}

const NAMESPACES = [
  ['dc', 'http://purl.org/dc/elements/1.1/'],
  ['pdf', 'http://ns.adobe.com/pdf/1.3/'],
  ['pdfxid', 'http://www.npes.org/pdfx/ns/id/'],
  ['xmp', 'http://ns.adobe.com/xap/1.0/'],
  ['xmpMM', 'http://ns.adobe.com/xap/1.0/mm/'],
] as const;

function escapeMarkup(text: string): string {
  return text.replaceAll(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}
