import { Inbox } from 'lucide-react'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { rankingWords } from './ranking-words.ts'

interface Props {
  /** More applications are on their way: one of them may have it. */
  isSearching: boolean
  isShortlist: boolean
  onReset: () => void
}

/** In the place of the rows, where no one has the badge that was chosen. */
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
