/** The result of `work` if it arrives within this time; throws otherwise. The work itself continues. */
export function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const giveUp = () => reject(new Error(`no response within ${timeoutMs} ms`));
    const timer = setTimeout(giveUp, timeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
