/** Files as people upload them. */

/** A PDF of one page that says a text, as large as asked: readers skip the comments that fill it. */
export function makePdf(text: string, bytes = 0): Uint8Array<ArrayBuffer> {
  const content = `BT /F1 24 Tf 72 720 Td (${text}) Tj ET`;
  const start = `%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>> endobj
4 0 obj <</Length ${content.length}>> stream
${content}
endstream endobj
5 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica>> endobj
`;
  const end = `\ntrailer <</Root 1 0 R>>\n%%EOF\n`;
  const filling = '%'.repeat(Math.max(0, bytes - start.length - end.length));
  return new Uint8Array(new TextEncoder().encode(start + filling + end));
}

/** A body that comes in pieces, as a slow caller sends it; it breaks off after `sent` bytes. */
export function inPieces(file: Uint8Array, sent = file.length): ReadableStream<Uint8Array> {
  const size = 64 * 1024;
  let at = 0;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= sent && sent < file.length) return controller.error(new Error('the connection is gone'));
      if (at >= sent) return controller.close();
      const end = Math.min(at + size, sent);
      controller.enqueue(file.slice(at, end));
      at = end;
    },
  });
}
