/** The host of a web address as a URL parser writes it, without a trailing dot; null if the target has none. */
export function hostOf(target: string): string | null {
  if (!/^https?:/i.test(target) || !URL.canParse(target)) return null;
  return new URL(target).hostname.replace(/\.+$/, '') || null;
}

/** A host and every domain above it: blocking `example.com` blocks `www.example.com` as well. */
export function withParents(host: string): string[] {
  if (/^[\d.]+$|^\[/.test(host)) return [host];
  const labels = host.split('.');
  return labels.map((_, first) => labels.slice(first).join('.'));
}

/** Reads a host as people write it into a list, alone or in an address; null if there is none. */
export function parseHost(text: string): string | null {
  const host = hostOf(text.includes('://') ? text : `http://${text.replace(/^\*\./, '')}`);
  return host !== null && (host.includes('.') || host.startsWith('[')) ? host : null;
}
