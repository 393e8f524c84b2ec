/** Fewer than the queue of password hashes holds, so that only the limit under test refuses. */
const AT_ONCE = 15

/** Does something `count` times, a few at a time, and returns the outcome of each. */
export async function inRounds<T>(
  count: number,
  work: (index: number) => Promise<T>,
): Promise<T[]> {
  const done: T[] = []
  while (done.length < count) {
    const begun = done.length
    const length = Math.min(AT_ONCE, count - begun)
    done.push(...(await Promise.all(Array.from({ length }, (_, index) => work(begun + index)))))
  }
  return done
}
