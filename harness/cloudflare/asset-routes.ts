import { type Account, hexId } from './account.ts';
import { type ApiRequest, readJson, type Routes } from './route.ts';

/** Static assets of Workers: a session lists the missing files, these are uploaded, and a token refers to them all in the new version. */
export const ASSET_ROUTES: Routes = {
  'POST /accounts/:account/workers/scripts/:script/assets-upload-session': (request) => {
    const { manifest } = readJson(request) as { manifest: Record<string, { hash: string }> };
    const missing = Object.values(manifest)
      .map(({ hash }) => hash)
      .filter((hash) => !request.account.assets.hashes.has(hash));
    return { jwt: makeToken(request.account), buckets: missing.length > 0 ? [missing] : [] };
  },
  'POST /accounts/:account/workers/assets/upload': async (request) => {
    for (const hash of await listUploaded(request)) request.account.assets.hashes.add(hash);
    return { jwt: makeToken(request.account) };
  },
};

function makeToken({ assets }: Account): string {
  const token = hexId();
  assets.tokens.add(token);
  return token;
}

async function listUploaded({ body, contentType }: ApiRequest): Promise<string[]> {
  const form = await new Response(new Uint8Array(body), {
    headers: { 'Content-Type': contentType },
  }).formData();
  return [...form.keys()];
}
