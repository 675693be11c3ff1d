import { createContext } from 'hono/jsx';
import type { SavedView, ViewPage } from '#core/saved-view.ts';

/** The views that a page can show, and what it shows now. */
export interface Views {
  readonly page: ViewPage;
  readonly query: string;
  readonly saved: Promise<readonly SavedView[]>;
}

/** `renderPage` sets it; null on pages without views. */
export const OfferedViews = createContext<Views | null>(null);
