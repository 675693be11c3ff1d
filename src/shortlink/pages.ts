import { escapeHtml } from '../core/escape-html.ts';

/** The pages that people see where a short link leads nowhere. Small, without a script, and in the reader's language. */

const LANGUAGES = ['en', 'de', 'fr', 'es', 'zh'] as const;
type Language = (typeof LANGUAGES)[number];

export type PageName = keyof typeof PAGE_STATUS;

const PAGE_STATUS = { not_found: 404, gone: 410, unavailable: 503 } as const;

type Text = readonly [heading: string, explanation: string];

const TEXTS: Record<PageName, Record<Language, Text>> = {
  not_found: {
    en: ['This code does not exist', 'Check the address, or scan the code once more.'],
    de: ['Diesen Code gibt es nicht', 'Prüfen Sie die Adresse oder scannen Sie den Code noch einmal.'],
    fr: ['Ce code n’existe pas', 'Vérifiez l’adresse ou scannez de nouveau le code.'],
    es: ['Este código no existe', 'Compruebe la dirección o vuelva a escanear el código.'],
    zh: ['此二维码不存在', '请检查网址,或重新扫描二维码。'],
  },
  gone: {
    en: ['This code is no longer in use', 'Its owner has deleted it. It leads nowhere now.'],
    de: [
      'Dieser Code wird nicht mehr verwendet',
      'Er wurde von seinem Besitzer gelöscht und führt nirgendwo mehr hin.',
    ],
    fr: ['Ce code n’est plus utilisé', 'Son propriétaire l’a supprimé. Il ne mène plus nulle part.'],
    es: ['Este código ya no se usa', 'Su propietario lo ha eliminado. Ya no lleva a ninguna parte.'],
    zh: ['此二维码已停用', '二维码的所有者已将其删除,它不再指向任何地方。'],
  },
  unavailable: {
    en: ['Please try again in a moment', 'The code is fine, but we cannot look it up right now.'],
    de: [
      'Bitte versuchen Sie es gleich noch einmal',
      'Der Code ist in Ordnung, lässt sich aber gerade nicht nachschlagen.',
    ],
    fr: [
      'Veuillez réessayer dans un instant',
      'Le code est bon, mais nous ne pouvons pas le consulter pour le moment.',
    ],
    es: ['Inténtelo de nuevo en un momento', 'El código está bien, pero ahora mismo no podemos consultarlo.'],
    zh: ['请稍后再试', '二维码本身没有问题,但目前无法查询。'],
  },
};

const CONTENT_HEADING: Record<Language, string> = {
  en: 'This code holds',
  de: 'Dieser Code enthält',
  fr: 'Ce code contient',
  es: 'Este código contiene',
  zh: '此二维码的内容',
};

const RETRY_AFTER_SECONDS = 5;

/** The page for a short link that leads nowhere, with its status. */
export function renderPage(request: Request, page: PageName): Response {
  const language = pickLanguage(request.headers.get('Accept-Language') ?? '');
  const [heading, explanation] = TEXTS[page][language];
  const retry: Record<string, string> =
    page === 'unavailable' ? { 'Retry-After': String(RETRY_AFTER_SECONDS) } : {};
  return respond(language, PAGE_STATUS[page], heading, `<p>${escapeHtml(explanation)}</p>`, retry);
}

/** The page of a static code whose content is no address: it shows the content as text. */
export function renderContentPage(request: Request, content: string): Response {
  const language = pickLanguage(request.headers.get('Accept-Language') ?? '');
  return respond(language, 200, CONTENT_HEADING[language], `<pre>${escapeHtml(content)}</pre>`);
}

function respond(
  language: Language,
  status: number,
  heading: string,
  body: string,
  headers: Record<string, string> = {},
): Response {
  const nonce = crypto.randomUUID();
  const html = `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(heading)}</title>
<style nonce="${nonce}">body{font:1.1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1.5rem}h1{font-size:1.5rem}pre{white-space:pre-wrap;overflow-wrap:anywhere}</style>
<main>
<h1>${escapeHtml(heading)}</h1>
${body}
</main>
</html>
`;
  return new Response(html, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': language,
      'Content-Security-Policy': `default-src 'none'; style-src 'nonce-${nonce}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
      'Cache-Control': 'private, no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex',
      ...headers,
    },
  });
}

/** The best of `LANGUAGES` that the reader accepts, by weight, then by order (RFC 9110 §12.5.4); English where none fits. */
function pickLanguage(acceptLanguage: string): Language {
  let best: Language = 'en';
  let bestWeight = 0;
  for (const range of acceptLanguage.slice(0, 512).split(',')) {
    const [tag = '', ...parameters] = range.trim().toLowerCase().split(';');
    const language = LANGUAGES.find((known) => tag === known || tag.startsWith(`${known}-`));
    const quality = parameters
      .map((parameter) => /^\s*q=(\d(?:\.\d{1,3})?)\s*$/.exec(parameter)?.[1])
      .find(Boolean);
    const weight = quality === undefined ? 1 : Number(quality);
    if (language && weight > bestWeight) [best, bestWeight] = [language, weight];
  }
  return best;
}
