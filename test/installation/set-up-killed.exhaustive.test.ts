import { testKills } from '#harness/cloudflare/test-kills.ts';

testKills('setup', 'setup is, while its wrangler goes on,');
