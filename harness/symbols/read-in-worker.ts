import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasm from 'zxing-wasm/reader/zxing_reader.wasm';

// A Worker gets its WASM compiled, and may compile none.
prepareZXingModule({
  overrides: {
    instantiateWasm(imports: WebAssembly.Imports, receive: (instance: WebAssembly.Instance) => void) {
      const instance = new WebAssembly.Instance(wasm, imports);
      receive(instance);
      return instance.exports;
    },
  },
});

/** What ZXing-C++ finds in the symbol of a PNG, as `readCleanSymbol` does in Node: its bytes, which must be UTF-8. */
export async function readInWorker(png: ArrayBuffer): Promise<string> {
  const [symbol] = await readBarcodes(new Uint8Array(png), {
    formats: ['QRCode', 'DataMatrix'],
    maxNumberOfSymbols: 1,
    isPure: true,
    binarizer: 'FixedThreshold',
    tryHarder: false,
    tryRotate: false,
    tryInvert: false,
    tryDownscale: false,
  });
  if (symbol === undefined) throw new Error('there is no readable symbol in the picture');
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(symbol.bytes);
}
