import { type Child, createContext, useContext } from 'hono/jsx';
import { sayNoBucket } from '#contract/files.ts';

/** Whether the service can store files. `renderPage` sets it. */
export const TakesFiles = createContext(true);

/** What uploads files; where there is nowhere to store them, the reason. */
export function IfFilesAreTaken({ children }: { readonly children: Child }) {
  return useContext(TakesFiles) ? <>{children}</> : <p class="hint">{sayNoBucket()}</p>;
}
