import { testKills } from '#harness/cloudflare/test-kills.ts';

testKills('wrangler', 'the wrangler of setup is');
