/** Saves text as a file created in the browser. `type` is its media type, without a charset. */
export function saveFile(name: string, type: string, content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // By the next task, the browser has begun to save it.
  setTimeout(() => URL.revokeObjectURL(url), 1_000)
}
