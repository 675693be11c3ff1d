import type { KeyScope } from '../../core/account.ts';
import type { ApiKey } from '../../core/api-key.ts';
import { Secret } from '../components/secret.tsx';
import { Settings } from '../components/settings-tabs.tsx';

interface CreatedKeyPageProps {
  readonly name: string;
  readonly scope: KeyScope;
  readonly apiKey: ApiKey;
  /** Where the API is. */
  readonly origin: string;
}

export function CreatedKeyPage({ name, scope, apiKey, origin }: CreatedKeyPageProps) {
  const call = `curl -s ${origin}/v1/qr -H "Authorization: Bearer ${apiKey}"`;
  const body = ` -H "Content-Type: application/json" -d '{"target": "https://example.com/", "dynamic": true}'`;
  return (
    <Settings tab="API keys">
      <section>
        <h2>Your new key</h2>
        <p class="notice" role="status">
          This is the only time that <strong>{name}</strong> is shown: we keep no copy that could be read. Put
          it where its program finds it, and nowhere else.
        </p>
        <Secret id="new-key" label="The key" value={apiKey} />
        <Secret
          id="first-call"
          label={scope === 'full' ? 'Try it: this creates a code' : 'Try it: this lists your codes'}
          value={scope === 'full' ? call + body : call}
        />
        <p>
          <a href="/settings/keys" role="button">
            Done
          </a>
        </p>
      </section>
    </Settings>
  );
}

export function CreatedBeforePage() {
  return (
    <Settings tab="API keys">
      <section>
        <h2>This key was created already</h2>
        <p class="notice" role="status">
          The form came twice, and made one key. It was shown on the page that answered the first time, and
          cannot be shown again.
        </p>
        <p>
          If you did not see it, <a href="/settings/keys">revoke it and create another one</a>.
        </p>
      </section>
    </Settings>
  );
}
