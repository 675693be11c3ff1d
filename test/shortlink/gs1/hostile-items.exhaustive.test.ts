// The same test with 20,000 requests, half of them to each host.
import './hostile-items.test.ts';
