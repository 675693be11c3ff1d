import { experimental_readRawConfig } from 'wrangler';
import { expect, it } from 'vitest';

it.each(['wrangler.toml', 'src/shortlink/wrangler.toml'])(
  '%s stores no URL of a request, neither in logs nor in traces',
  (config) => {
    expect(experimental_readRawConfig({ config }).rawConfig.observability).toEqual({
      enabled: true,
      redact_query_string: true,
      logs: { enabled: true, invocation_logs: false },
      traces: { enabled: false },
    });
  },
);
