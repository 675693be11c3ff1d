// The same tests, of the other lists.
import './sorted-rows.test.ts';
