// The same tests, one of which merges the tags of 10,000 codes.
import './tags.test.ts';
