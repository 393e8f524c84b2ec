/** "5 s left", "2 min left": rounded up, so that it finishes early rather than late. */
export function timeLeftWords(seconds: number): string {
  if (seconds <= 10) return `${Math.max(1, seconds)} s left`
  if (seconds <= 55) return `${Math.ceil(seconds / 5) * 5} s left`
  return `${Math.ceil(seconds / 60)} min left`
}
