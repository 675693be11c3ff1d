import { type Child, createContext, useContext } from 'hono/jsx';

/** Whether the reader may change codes. `renderPage` sets it. */
export const MayEdit = createContext(false);

/** Content only for people who may change codes. The routes refuse everybody else in any case. */
export function EditorsOnly({ children }: { readonly children: Child }) {
  return useContext(MayEdit) ? <>{children}</> : null;
}
