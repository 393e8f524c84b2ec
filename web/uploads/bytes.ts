/** One megabyte as the product counts them: SPEC §5 calls 5242880 bytes "5MB". */
const MB = 1024 * 1024

/** A size for people: "512 bytes", "48.2 KB", "34.2 MB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  if (bytes < MB) return `${(bytes / 1024).toFixed(1)} KB`
  return `${(bytes / MB).toFixed(1)} MB`
}

/** How far a transfer is: "21.9 of 34.2 MB". */
export function formatProgress(sent: number, total: number): string {
  if (total < MB) return `${(sent / 1024).toFixed(1)} of ${(total / 1024).toFixed(1)} KB`
  return `${(sent / MB).toFixed(1)} of ${(total / MB).toFixed(1)} MB`
}
