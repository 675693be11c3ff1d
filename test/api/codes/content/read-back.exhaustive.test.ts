// The same test, with 5,000 contents.
import './read-back.test.ts';
