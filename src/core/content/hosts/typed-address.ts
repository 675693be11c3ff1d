/** The host and the optional port at the beginning of an address without a scheme. */
const WITHOUT_SCHEME = /^([^\s/:?#@\\]+)(?::\d+)?(?:[/?#]|$)/;

/** Fewer than four numbers with points between them: rather a number or a date than an IPv4 address. */
const NUMBERS = /^\d+(?:\.\d+){1,2}$/;

/**
 * An address of the web as people type and paste it, in every form and in every file: `example.com/menu` means `https://example.com/menu`.
 * Other texts are only trimmed, and left to the checks.
 */
export function readTypedAddress(typed: string): string {
  const text = typed.trim();
  const [, host = ''] = WITHOUT_SCHEME.exec(text) ?? [];
  const dot = host.indexOf('.', 1);
  const isHost = dot !== -1 && dot < host.length - 1 && !NUMBERS.test(host);
  return isHost ? `https://${text}` : text;
}
