/** What `work` gives, if it does within this time; otherwise throws. The work itself goes on. */
export function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const giveUp = () => reject(new Error(`no answer within ${timeoutMs} ms`));
    const timer = setTimeout(giveUp, timeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
