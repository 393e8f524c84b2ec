import { ShieldCheck } from 'lucide-react'
import { useReviewWords } from '#web/page/use-review-words.ts'
import { Notice } from '#web/ui/Notice.tsx'

/** What accepting causes, shown beside the choice. */
export function AfterYouAccept() {
  const words = useReviewWords()
  return (
    <Notice title={<span className="sm">After you accept</span>} icon={ShieldCheck}>
      A conversation opens and you fund the agreed price. It is held in escrow until you approve the
      work. {words('paying')}
    </Notice>
  )
}
