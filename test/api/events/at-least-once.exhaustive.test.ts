// The same test, with 10,000 events.
import './at-least-once.test.ts';
