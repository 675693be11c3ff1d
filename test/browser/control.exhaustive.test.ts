// The same tests; in this mode axe-core looks at each of their pages.
import './control.test.ts';
