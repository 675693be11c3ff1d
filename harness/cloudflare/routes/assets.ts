import { type Account, type AssetManifest, hexId } from '../account.ts';
import { readJson, readForm, type Routes } from './route.ts';

/** Static assets of Workers: a session lists the missing files, these are uploaded, and a token refers to them all in the new version. */
export const ASSET_ROUTES: Routes = {
  'POST /accounts/:account/workers/scripts/:script/assets-upload-session': (request) => {
    const { manifest } = readJson(request) as { manifest: Record<string, { hash: string }> };
    const hashes = Object.fromEntries(Object.entries(manifest).map(([path, { hash }]) => [path, hash]));
    const missing = Object.values(hashes).filter((hash) => !request.account.assets.hashes.has(hash));
    return {
      jwt: makeToken(request.account, hashes),
      buckets: missing.length > 0 ? [missing] : [],
    };
  },
  'POST /accounts/:account/workers/assets/upload': async (request) => {
    const { hashes, tokens } = request.account.assets;
    for (const [hash, { body, type }] of await readForm(request))
      hashes.set(hash, { body: Buffer.from(body.toString(), 'base64'), type });
    return { jwt: makeToken(request.account, tokens.get(request.token) ?? {}) };
  },
};

function makeToken({ assets }: Account, manifest: AssetManifest): string {
  const token = hexId();
  assets.tokens.set(token, manifest);
  return token;
}
