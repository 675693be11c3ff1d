import { type Child, createContext, useContext } from 'hono/jsx';

/** Whether who sees the page may change codes. `renderPage` sets it. */
export const MayEdit = createContext(false);

/** What only somebody sees who may change codes. The routes refuse everybody else in any case. */
export function EditorsOnly({ children }: { readonly children: Child }) {
  return useContext(MayEdit) ? <>{children}</> : null;
}
