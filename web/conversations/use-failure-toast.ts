import { useEffect } from 'react'
import { toast } from '#web/ui/toast.ts'

interface Read {
  data: unknown
  error: Error | null
  isError: boolean
}

/**
 * Shows `sentence` as a toast when a read fails. While nothing is shown, each failed attempt gets its own toast, because
 * the notice about the previous one still stands.
 */
export function useFailureToast({ data, error, isError }: Read, sentence: string): void {
  const failure = data === undefined ? error : isError
  useEffect(() => {
    if (failure) toast.error(sentence)
  }, [failure, sentence])
}
