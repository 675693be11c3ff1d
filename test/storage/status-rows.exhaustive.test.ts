// The same tests, in a smaller account.
import './status-rows.test.ts';
