import { useRef } from 'react'
import { newId } from '#web/api/new-id.ts'
import type { AmendmentInput } from './amendment-input.ts'

/** One id per proposal: sending it again after a lost response repeats the same proposal. */
export function useProposalId(): (input: AmendmentInput) => string {
  const last = useRef({ changes: '', id: '' })
  return (input) => {
    const changes = JSON.stringify(input)
    if (last.current.changes !== changes) last.current = { changes, id: newId() }
    return last.current.id
  }
}
