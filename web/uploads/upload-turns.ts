/** Files that travel at once: twenty of 50 MB together are more than an account may have on the way. */
const AT_ONCE = 4

const travelling = new Set<object>()
const waiting: (() => void)[] = []

/** Waits until `upload` may travel. It is over with `endTurn`, however it ends. */
export async function takeTurn(upload: object): Promise<void> {
  while (travelling.size >= AT_ONCE) await new Promise<void>((begin) => waiting.push(begin))
  travelling.add(upload)
}

/** Lets the next one begin; nothing for an upload that does not travel. */
export function endTurn(upload: object): void {
  if (travelling.delete(upload)) waiting.shift()?.()
}
