// The same tests, each version at every level.
import './lengths.test.ts';
