import { say, sayRich } from '#languages/say.ts';
import type { IssuedKey } from '#service/accounts/api-keys.ts';
import { LinkButton } from '../../kit/buttons.tsx';
import { Notice } from '../../kit/notice.tsx';
import { Secret } from '../../kit/secret.tsx';

interface CreatedKeyPageProps extends IssuedKey {
  /** The URL of the API. */
  readonly origin: string;
}

export function CreatedKeyPage({ name, scope, apiKey, origin }: CreatedKeyPageProps) {
  const call = `curl -s ${origin}/v1/qr -H "Authorization: Bearer ${apiKey}"`;
  const body = ` -H "Content-Type: application/json" -d '{"target": "https://example.com/", "dynamic": true}'`;
  return (
    <section>
      <h2>{say('Your new key')}</h2>
      <Notice kind="done">
        {sayRich(
          'Copy the key of <b>{name}</b> now. We store only a hash of it, so we cannot show it again.',
          { name, b: (text) => <strong>{text}</strong> },
        )}
      </Notice>
      <Secret id="new-key" label={say('The key')} value={apiKey} />
      <Secret
        id="first-call"
        label={scope === 'full' ? say('Try it: this creates a code') : say('Try it: this lists your codes')}
        value={scope === 'full' ? call + body : call}
      />
      <p>
        <LinkButton href="/settings/keys">{say('Done')}</LinkButton>
      </p>
    </section>
  );
}
