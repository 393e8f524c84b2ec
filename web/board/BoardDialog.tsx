import type { BoardAct } from '#contract/board.ts'
import type { Board } from '#contract/board-schemas.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import type { BoardItem } from './board-items.ts'
import type { CardQuestion, DealQuestion } from './questions.ts'

const AcceptCard = lazyComponent(async () => (await import('./AcceptCard.tsx')).AcceptCard)
const OfferToCard = lazyComponent(async () => (await import('./OfferCard.tsx')).OfferToCard)
const OfferOfCard = lazyComponent(async () => (await import('./OfferCard.tsx')).OfferOfCard)
const WithdrawOffer = lazyComponent(async () => (await import('./WithdrawOffer.tsx')).WithdrawOffer)
const FundCard = lazyComponent(async () => (await import('./FundCard.tsx')).FundCard)
const WorkQuestion = lazyComponent(async () => (await import('./WorkQuestion.tsx')).WorkQuestion)

/** The question that comes before a move, the same as on the deal's own pages. The shortlist mark asks nothing. */
export function BoardDialog(props: {
  board: Board
  item: BoardItem
  act: Exclude<BoardAct, 'shortlist' | 'unshortlist'>
  onClose: () => void
}) {
  const { board, item, act, onClose } = props
  const { first, application: card, deal: placed } = item
  if (card) {
    const about: CardQuestion = { board, card, first, onClose }
    if (act === 'offer') return <OfferToCard {...about} />
    if (act === 'withdraw') return <WithdrawOffer {...about} />
    // The brand reads the creator's terms before it agrees to them.
    return card.offer?.by === 'creator' ? <OfferOfCard {...about} /> : <AcceptCard {...about} />
  }
  if (!placed) return null
  const about: DealQuestion = { placed, first, onClose }
  if (act === 'fund') return <FundCard {...about} />
  if (act === 'approve' || act === 'request_changes' || act === 'release')
    return <WorkQuestion {...about} act={act} />
  return null
}
