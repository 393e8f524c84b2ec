import { useEffect, useState } from 'react'

/** The fetched content of a private file. */
export interface FetchedFile {
  bytes: Uint8Array | null
  failed: boolean
}

/**
 * Fetches a private file once through its signed link. A newer link to the same file triggers no refetch, unless the
 * last attempt failed; then `onFailed` is called, so that the list can renew its links.
 */
export function useFileBytes(url: string, onFailed: () => void): FetchedFile {
  const [file, setFile] = useState<FetchedFile>({ bytes: null, failed: false })
  const wanted = file.bytes === null ? url : null

  useEffect(() => {
    if (wanted === null) return
    const given = new AbortController()
    fetch(wanted, { signal: given.signal })
      .then(async (response) => {
        if (!response.ok) throw new Error(String(response.status))
        setFile({ bytes: new Uint8Array(await response.arrayBuffer()), failed: false })
      })
      .catch(() => {
        if (given.signal.aborted) return
        setFile({ bytes: null, failed: true })
        onFailed()
      })
    return () => given.abort()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a caller's new function is no reason to fetch again
  }, [wanted])

  return file
}
