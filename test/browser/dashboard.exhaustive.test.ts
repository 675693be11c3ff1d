// The same tests; in this mode, axe-core checks each of their pages.
import './dashboard.test.ts';
