import { type Child, createContext, useContext } from 'hono/jsx';
import { sayNoBucket } from '#contract/files.ts';

/** Whether the service can store files. `renderPage` sets it. */
export const AcceptsFiles = createContext(true);

/** What uploads files; where there is nowhere to store them, the reason. */
export function IfFilesAreAccepted({ children }: { readonly children: Child }) {
  return useContext(AcceptsFiles) ? <>{children}</> : <p class="hint">{sayNoBucket()}</p>;
}
