import { Star } from 'lucide-react'
import type { ListedApplication } from '#contract/application-schemas.ts'
import { messageOf } from '#web/api/errors.ts'
import { onSettled } from '#web/api/on-settled.ts'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toast.ts'
import { shortlistWords as words } from './shortlist-words.ts'
import { useShortlist } from './use-applications.ts'

/** Puts an application on the brand's own shortlist or takes it off; the change shows immediately. */
export function ShortlistButton({
  application: { id, shortlisted_at: since },
}: {
  application: Pick<ListedApplication, 'id' | 'shortlisted_at'>
}) {
  const shortlist = useShortlist()
  const isOn = shortlist.isPending ? shortlist.variables.on : since !== null
  function toggle() {
    if (shortlist.isPending) return
    onSettled(shortlist.mutateAsync({ id, on: !isOn }), {
      onError: (error) => toast.error(words.failed, messageOf(error)),
    })
  }
  return (
    <Button variant="quiet" aria-pressed={isOn} title={words.private} onClick={toggle}>
      <Star size={16} aria-hidden="true" fill={isOn ? 'currentColor' : 'none'} />
      {words.act}
    </Button>
  )
}
