/** The look of the pages: one column, on a card where there is room; sizes of type a quarter apart; light and dark. */
export const PAGE_STYLE =
  '*{box-sizing:border-box}' +
  ':root{--back:#f2f4f3;--ink:#15191a;--soft:#596265;--line:#dbe0df;--bad:#b3261e}' +
  '@media(prefers-color-scheme:dark){:root{--back:#0e1112;--ink:#eef1f1;--soft:#a5afb2;--line:#353d40;--bad:#ffb4ab}}' +
  'body{margin:0;min-height:100vh;min-height:100svh;display:flex;flex-direction:column;border-top:.25rem solid var(--brand);background:var(--page);color:var(--ink);font:1.0625rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere;-webkit-text-size-adjust:100%}' +
  'main,footer{width:100%;max-width:34rem;margin:0 auto;padding:2rem 1.5rem}main{flex:1}' +
  'header{display:flex;align-items:center;gap:.75rem;margin-bottom:2rem;font-size:1.25rem;font-weight:600}img{flex:none;width:3rem;height:3rem;padding:.25rem;border-radius:.625rem;background:#fff;object-fit:contain}' +
  'svg{display:block;width:3rem;height:3rem;margin-bottom:1.25rem;padding:.75rem;border-radius:.75rem;background:var(--back);fill:none;stroke:var(--accent);stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}' +
  'h1{margin:0 0 1rem;font-size:1.625rem;line-height:1.2;letter-spacing:-.015em;text-wrap:balance}' +
  'p{margin:0 0 1rem}.kind,.lead,small,dt{color:var(--soft)}.kind,small,dt{font-size:.875rem}.kind{margin:0 0 .25rem;font-weight:600}.lead{margin:-.75rem 0 1.25rem}' +
  'dl{margin:0 0 1.5rem}dt{padding-top:.75rem;border-top:1px solid var(--line)}dd{margin:0 0 .75rem;white-space:pre-line}dd+dd{margin-top:-.5rem}dl+dl{margin-top:-.75rem}' +
  'dd a{display:inline-block;padding:.5rem 0;margin:-.5rem 0;color:var(--accent)}' +
  'pre{margin:0 0 1.5rem;font:inherit;font-size:1.25rem;line-height:1.4;white-space:pre-wrap}' +
  'code{font:600 1.375rem/1.4 ui-monospace,monospace;font-size:clamp(1rem,5.2vw,1.375rem);white-space:pre-wrap;-webkit-user-select:all;user-select:all}' +
  'label,input,select,textarea,button,.action{display:block;width:100%;font:inherit}' +
  'label{font-size:.875rem;font-weight:600}' +
  'input,select,textarea{min-height:3rem;margin:.25rem 0 1.25rem;padding:.5rem .75rem;border:1px solid var(--soft);border-radius:.625rem;background:var(--page);color:inherit}textarea{min-height:8rem}' +
  'button,.action{min-height:3rem;margin:0 0 1.5rem;padding:.6875rem 1rem;border:1px solid var(--accent);border-radius:.625rem;background:var(--brand);color:var(--on);font-weight:600;text-align:center;text-decoration:none;cursor:pointer}' +
  '[hidden]{display:none}:focus-visible{outline:3px solid var(--accent);outline-offset:2px}' +
  '[role=alert]{font-weight:600;color:var(--bad)}small{display:block;margin:-1rem 0 1.25rem}' +
  'footer{padding:1rem 1.5rem 1.5rem;color:var(--soft);font-size:.875rem}footer a{display:inline-block;padding:.75rem 0;color:inherit}' +
  '@media(min-width:40rem){body{background:var(--back)}main{flex:none;margin-top:10vh;padding:2.5rem;border:1px solid var(--line);border-radius:1rem;background:var(--page)}main>:last-child,main>dl:last-child>dd:last-child{margin-bottom:0}footer{padding:1rem 2.5rem}h1{font-size:2.1875rem}}';

const CIRCLE = 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z';

/** What stands above a page's heading, as the path of a drawing of 24 by 24. */
const SIGNS = {
  contact: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21a8 8 0 0 1 16 0',
  done: `${CIRCLE}M8 12l3 3 5-6`,
  event: 'M4 5h16v15H4zM4 10h16M8 2.5V7M16 2.5V7',
  flag: 'M6 21V4h12l-3 4.5 3 4.5H6',
  leads: 'M14 4h6v6M20 4 11 13M18 14v6H4V6h6',
  lock: 'M5 11h14v10H5zM8 11V7a4 4 0 0 1 8 0v4',
  pause: `${CIRCLE}M10 9v6M14 9v6`,
  payment: 'M3 6h18v12H3zM3 10h18M7 14h3',
  question: `${CIRCLE}M9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7M12 17h.01`,
  retry: 'M20 12a8 8 0 1 1-2.3-5.7L20 8.5M20 4v4.5h-4.5',
  stop: `${CIRCLE}M6 6l12 12`,
  text: 'M5 6h14M5 12h14M5 18h9',
  time: `${CIRCLE}M12 7v5l3 2`,
  wifi: 'M2 9a15 15 0 0 1 20 0M5.5 12.5a10 10 0 0 1 13 0M9 16a5 5 0 0 1 6 0M12 19.5h.01',
} as const;

export type Sign = keyof typeof SIGNS;

export function drawSign(sign: Sign): string {
  return `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${SIGNS[sign]}"/></svg>`;
}
