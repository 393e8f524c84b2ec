/** The callbacks that follow a command. */
interface Following<Result> {
  onSuccess?: (result: Result) => void
  onError?: (error: unknown) => void
  onSettled?: () => void
}

/**
 * Runs a command's callbacks even if the screen that started it is gone. `mutate`'s own callbacks are dropped with
 * their component, and a live update often removes it before the response arrives.
 */
export function onSettled<Result>(command: Promise<Result>, following: Following<Result>): void {
  command
    .then(following.onSuccess, following.onError)
    .finally(following.onSettled)
    .catch((error: unknown) => reportError(error))
}
