/** What follows a command. */
interface Following<Result> {
  onSuccess?: (result: Result) => void
  onError?: (error: unknown) => void
  onSettled?: () => void
}

/**
 * Runs what follows a command whatever became of the screen that gave it. The callbacks of `mutate` are
 * dropped when their component goes away, and a live update often removes it before the answer is here.
 */
export function onSettled<Result>(command: Promise<Result>, following: Following<Result>): void {
  command
    .then(following.onSuccess, following.onError)
    .finally(following.onSettled)
    .catch((error: unknown) => reportError(error))
}
