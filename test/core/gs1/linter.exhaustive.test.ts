// The same test with 10,000 cases.
import './linter.test.ts';
