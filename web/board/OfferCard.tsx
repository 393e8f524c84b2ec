import { offerWords } from '#contract/offer-words.ts'
import { FailedNotice } from '#web/loading/FailedNotice.tsx'
import { useOffers } from '#web/offers/use-offers.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import type { CardQuestion } from './questions.ts'
import { boardWords as say } from './board-words.ts'

const OfferDialog = lazyComponent(
  async () => (await import('#web/offers/OfferDialog.tsx')).OfferDialog,
)
const Offers = lazyComponent(
  async () => (await import('#web/offers/Offers.tsx')).Offers,
  <Loading />,
)

/** Makes an offer to an applicant, with the same form as everywhere else. */
export function OfferToCard({ card, first, onClose }: CardQuestion) {
  const query = useOffers(card.id)
  if (query.data)
    return (
      <OfferDialog negotiation={query.data} reader="seller" otherName={first} onClose={onClose} />
    )
  return (
    <Dialog open onClose={onClose} title={offerWords.make}>
      {query.isError ? (
        <FailedNotice query={query} failed={() => offerWords.loadFailed} />
      ) : (
        <Loading />
      )}
    </Dialog>
  )
}

/** The creator's offer, with its answers: accepting hires at those terms. */
export function OfferOfCard({ card, first, onClose }: CardQuestion) {
  return (
    <Dialog open wide onClose={onClose} title={say.offerTitle(first)}>
      <Offers applicationId={card.id} reader="seller" otherName={first} isOpen />
    </Dialog>
  )
}
