// The same tests, including one that merges the tags of 10,000 codes.
import './tags.test.ts';
