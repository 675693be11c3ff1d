import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import initOxipng, { optimise } from '@jsquash/oxipng/codec/pkg/squoosh_oxipng.js';

let ready: Promise<unknown> | undefined;

/** A PNG after oxipng at its highest level, which may take seconds. */
export async function optimizePng(png: Uint8Array): Promise<Uint8Array> {
  ready ??= readFile(
    createRequire(import.meta.url).resolve('@jsquash/oxipng/codec/pkg/squoosh_oxipng_bg.wasm'),
  ).then(initOxipng);
  await ready;
  return optimise(png, 6, false, false);
}
