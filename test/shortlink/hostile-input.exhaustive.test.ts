// The same test with 5,000 requests.
import './hostile-input.test.ts';
