export interface Latency {
  readonly name: string;
  readonly requests: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Sends requests one after the other. Throws on a response other than 200, because it makes the run worthless. */
export async function measureLatency(
  name: string,
  requests: number,
  send: (i: number) => Promise<Response>,
): Promise<Latency> {
  const times: number[] = [];
  for (let i = 0; i < requests; i++) {
    const startedMs = performance.now();
    const response = await send(i);
    const body = await response.text();
    times.push(performance.now() - startedMs);
    if (response.status !== 200) throw new Error(`${name}: ${response.status} ${body}`);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? Number.NaN;
  return { name, requests, p50Ms: at(0.5), p99Ms: at(0.99) };
}

/** A Markdown table; the peer shows how much the machine and the platform take. */
export function printLatencies(results: readonly Latency[], peerName: string): void {
  const peer = results.find((result) => result.name === peerName);
  if (!peer) throw new Error(`no result for ${peerName}`);
  console.log(`| request | requests | p50 ms | p99 ms | p50 as a multiple of ${peerName} |`);
  console.log('| --- | --- | --- | --- | --- |');
  for (const { name, requests, p50Ms, p99Ms } of results) {
    const cells = [name, requests, p50Ms.toFixed(1), p99Ms.toFixed(1), (p50Ms / peer.p50Ms).toFixed(1)];
    console.log(`| ${cells.join(' | ')} |`);
  }
}
