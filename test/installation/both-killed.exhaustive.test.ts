import { testKills } from '#harness/cloudflare/test-kills.ts';

testKills('both', 'setup and its wrangler are');
