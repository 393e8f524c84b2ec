/** One rule of the product, the change that breaks it, and the tests that must then fail. */
export interface Mutation {
  /** The rule in plain words, as it holds in the intact product. */
  rule: string
  /** Where the rule comes from: "SPEC §5", or the path of a document. */
  source: string
  file: string
  /** Exact text that occurs once in the file: code rather than a comment, short, so that it survives edits nearby. */
  find: string
  replace: string
  /** Test files of the unit project, relative to the root of the repository. */
  tests: readonly string[]
  /** Part of a test's name: only the tests that contain it run. For files that take long. */
  named?: string
}

/** Returns why a mutation no longer fits the file it changes, or null. */
export function staleReason({ find }: Mutation, text: string): string | null {
  const count = text.split(find).length - 1
  if (count === 1) return null
  return count === 0 ? 'its text is gone' : `its text occurs ${count} times`
}

/** Returns the file's text with the rule broken. Throws when the mutation is stale. */
export function mutate(mutation: Mutation, text: string): string {
  const stale = staleReason(mutation, text)
  if (stale !== null) throw new Error(`${mutation.file}: ${stale}`)
  // A function, so that no "$&" in the replacement is expanded.
  return text.replace(mutation.find, () => mutation.replace)
}
