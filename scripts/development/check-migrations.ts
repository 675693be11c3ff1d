// npm run migration:check: refuses an edited migration, and one whose checksum nobody recorded.
import { findMigrationFaults } from './migration-checksums.ts';

const faults = findMigrationFaults('migrations');
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
