import { useState } from 'react'
import { newId } from './new-id.ts'

/**
 * Returns the id for a request: one per content. Sending the same content again after a lost response repeats the
 * request, which the server answers with what it has stored; other content is another request.
 */
export function useRequestId(): (content: unknown) => string {
  const [ids] = useState(() => new Map<string, string>())
  return (content) => {
    const key = JSON.stringify(content)
    const id = ids.get(key) ?? newId()
    ids.set(key, id)
    return id
  }
}
