import { uploadMessages } from '#contract/uploads.ts'
import type { UploadItem } from './use-uploads.ts'

/** Why a file did not arrive, in the words of SPEC §8: "Upload failed: {reason}". `failed` says what failed. */
export function failureWords(
  { error }: Pick<UploadItem, 'error'>,
  failed: string = uploadMessages.failed,
): string {
  return error && error !== uploadMessages.failed ? `${failed}: ${error}` : failed
}
