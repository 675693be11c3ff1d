import { createRedirect } from './redirect.ts';

const redirect = createRedirect({ nowMs: Date.now });

export default {
  fetch: redirect,
} satisfies ExportedHandler<ShortlinkEnv>;
