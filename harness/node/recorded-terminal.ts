import { Console } from 'node:console';
import { Writable } from 'node:stream';

/** A terminal for a program that runs in this process, and what it has printed: on each of its streams, and on both in their order. */
export function recordTerminal() {
  const printed = { stdout: '', stderr: '', all: '' };
  const to = (stream: 'stdout' | 'stderr') =>
    new Writable({
      write(chunk, _, done) {
        printed[stream] += String(chunk);
        printed.all += String(chunk);
        done();
      },
    });
  return {
    terminal: new Console({ stdout: to('stdout'), stderr: to('stderr'), colorMode: false }),
    printed,
  };
}
