import { type BucketRule, MIN_FILE_BYTES, uploadMessages } from '#contract/uploads.ts'

/** The properties of a file that a browser reports before it is read. */
type Offered = Pick<File, 'name' | 'type' | 'size'>

/**
 * Returns which of the files chosen or dropped are accepted, and the spec's sentence for the first that is not (SPEC
 * §5).
 */
export function chooseFiles<F extends Offered>(
  files: readonly F[],
  rule: BucketRule,
  maxFiles: number,
): { taken: F[]; refusal: string | null } {
  if (files.length > maxFiles) return { taken: [], refusal: uploadMessages.tooMany }
  const sentences = files.map((file) => refusalOf(file, rule))
  return {
    taken: files.filter((_file, index) => sentences[index] === null),
    refusal: sentences.find((sentence) => sentence !== null) ?? null,
  }
}

/** Browsers derive the type from the extension, or not at all; the server checks the bytes (decision P24). */
function refusalOf(file: Offered, rule: BucketRule): string | null {
  const name = file.name.toLowerCase()
  const known =
    rule.types.includes(file.type) || rule.extensions.some((extension) => name.endsWith(extension))
  if (!known) return uploadMessages.type(rule)
  if (file.size > rule.maxBytes) return uploadMessages.tooLarge(rule.maxBytes)
  if (file.size < MIN_FILE_BYTES) return uploadMessages.tooSmall(MIN_FILE_BYTES)
  return null
}
