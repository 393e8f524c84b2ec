import { Inbox } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { rankingWords } from './ranking-words.ts'

interface Props {
  /** More applications are loading: one of them may have the badge. */
  isSearching: boolean
  isShortlist: boolean
  onReset: () => void
}

/** Shown in place of the rows when no one has the chosen badge. */
export function NobodyHasIt({ isSearching, isShortlist, onReset }: Props) {
  if (isSearching) return <Loading />
  return (
    <EmptyState
      icon={Inbox}
      title={isShortlist ? rankingWords.nobodyShortlisted : rankingWords.nobody}
      action={<Button onClick={onReset}>{rankingWords.everyone}</Button>}
    />
  )
}
