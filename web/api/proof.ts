/* Some calls require a fresh proof of who is asking. The component that shows the question registers here; calls
   request the proof, and are retried once it is given. */

/** Asks the person; true once they proved their identity, false if they cancelled. */
type Question = () => Promise<boolean>

let question: Question | null = null
let asked: Promise<boolean> | null = null
const asides = new Set<() => void>()

/** Registers how the question is asked. Returns a function that unregisters it. */
export function askProofBy(ask: Question): () => void {
  question = ask
  return () => {
    if (question === ask) question = null
  }
}

/** Calls `aside` each time before the question is asked, until the returned function is called. */
export function whenProofIsAsked(aside: () => void): () => void {
  asides.add(aside)
  return () => void asides.delete(aside)
}

/** Asks once, however many calls wait for the answer. False if nothing is registered. */
export function proofGiven(): Promise<boolean> {
  for (const aside of asides) aside()
  asked ??= (question?.() ?? Promise.resolve(false)).finally(() => (asked = null))
  return asked
}

/**
 * Runs an action; if it is refused for lack of a proof, asks for one and retries once. Throws the action's own error.
 */
export async function withProof<Result>(
  act: () => Promise<Result>,
  wantsProof: (error: unknown) => boolean,
): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    if (!wantsProof(error) || !(await proofGiven())) throw error
    return act()
  }
}
