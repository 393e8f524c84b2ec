/** The number of files sent at the same time: twenty of 50 MB together are more than an account may have in transit. */
const AT_ONCE = 4

const travelling = new Set<object>()
const waiting: (() => void)[] = []

/** Waits until `upload` may be sent. Every turn must end with `endTurn`, whatever the outcome. */
export async function takeTurn(upload: object): Promise<void> {
  while (travelling.size >= AT_ONCE) await new Promise<void>((begin) => waiting.push(begin))
  travelling.add(upload)
}

/** Lets the next upload begin; a no-op for an upload that is not being sent. */
export function endTurn(upload: object): void {
  if (travelling.delete(upload)) waiting.shift()?.()
}
