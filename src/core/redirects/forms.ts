import { BULK_REDIRECTS_FORM } from './bulk-redirects-form.ts';
import { CADDY_FORM } from './caddy-form.ts';
import { HTML_FORM } from './html-form.ts';
import { NGINX_FORM } from './nginx-form.ts';
import { PAGES_FORM } from './pages-form.ts';
import type { RedirectForm } from './redirect-form.ts';
import { CSV_FORM, JSON_FORM } from './table-forms.ts';

/** The forms in which redirects leave, by the names of their files. */
export const REDIRECT_FORMS = {
  _redirects: PAGES_FORM,
  'bulk-redirects.csv': BULK_REDIRECTS_FORM,
  'redirects.nginx.conf': NGINX_FORM,
  'redirects.caddyfile': CADDY_FORM,
  'redirects-html.tar.gz': HTML_FORM,
  'redirects.csv': CSV_FORM,
  'redirects.json': JSON_FORM,
} as const satisfies Record<string, RedirectForm>;

export type RedirectFileName = keyof typeof REDIRECT_FORMS;

export const REDIRECT_FILES = Object.keys(REDIRECT_FORMS) as RedirectFileName[];
