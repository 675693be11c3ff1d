// The same tests, in a smaller account and in a larger one.
import './status-rows.test.ts';
