import { afterEach } from 'vitest';
import { requireSeen } from './refusals.ts';

// In each test file: files share their modules, and a hook belongs to the file that is being read.
afterEach(requireSeen);
