/** Saves text as a file that was made in the browser. `type` is its media type, without a charset. */
export function saveFile(name: string, type: string, content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has begun to save it when the next task runs.
  setTimeout(() => URL.revokeObjectURL(url), 1_000)
}
