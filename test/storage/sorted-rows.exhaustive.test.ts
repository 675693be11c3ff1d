// The same tests for the other lists.
import './sorted-rows.test.ts';
