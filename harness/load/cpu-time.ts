/** What takes less does no harm, however it grows. */
const QUICK_MS = 5;
/** The CPU time for a text is that for its quarter times 4 where it grows with the length, times 16 where it grows with its square. */
const MOST_GROWTH = 10;
/** A busy machine disturbs some tries, but never all of them. */
const TRIES = 20;

/**
 * Whether a piece of work takes CPU time that grows with the length of its text, no faster. It compares the least times of several tries with
 * each other, so that nothing else on the machine matters.
 */
export async function isLinear(work: (text: string) => unknown, text: string): Promise<boolean> {
  const quarter = text.slice(0, text.length / 4);
  const least = { whole: Infinity, quarter: Infinity };
  for (let tried = 0; tried < TRIES; tried++) {
    least.whole = Math.min(least.whole, await cpuMsOf(work, text));
    if (least.whole < QUICK_MS) return true;
    least.quarter = Math.min(least.quarter, await cpuMsOf(work, quarter));
    // The first tries are compiled meanwhile.
    if (tried >= 2 && least.whole < MOST_GROWTH * least.quarter) return true;
  }
  return false;
}

/** CPU time of this thread: unlike wall time, it does not grow while other processes keep the machine busy. */
async function cpuMsOf(work: (text: string) => unknown, text: string): Promise<number> {
  const before = process.threadCpuUsage();
  await work(text);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
