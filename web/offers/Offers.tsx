import { useState } from 'react'
import { offerWords as say } from '#contract/offer-words.ts'
import { OFFER_LIMITS, type OfferSide } from '#contract/offers.ts'
import { FailedNotice } from '#web/loading/FailedNotice.tsx'
import { useNow } from '#web/page/use-now.ts'
import { Button } from '#web/ui/Button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { openOffer } from './offer-sides.ts'
import { OfferStrip } from './OfferStrip.tsx'
import { useOffers } from './use-offers.ts'

const OfferDialog = lazyComponent(async () => (await import('./OfferDialog.tsx')).OfferDialog)

interface Props {
  applicationId: string
  reader: OfferSide
  /** The other side's name. */
  otherName: string
  /** Whether the application still waits and its project is open. */
  isOpen: boolean
  /** For the first offer, started by a button on the page itself: the form opens at once. Called when it closes. */
  onAsked?: (() => void) | undefined
  /** Called when a form opens and closes: the content around it must stay while someone types. */
  onMaking?: ((making: boolean) => void) | undefined
}

/** Everything about the offers of one application: the strip of the newest offer, and the form for a new one. */
export function Offers(props: Props) {
  const { applicationId, reader, otherName, isOpen, onAsked, onMaking } = props
  const [making, setMaking] = useState(onAsked !== undefined)
  function make(is: boolean) {
    setMaking(is)
    onMaking?.(is)
  }
  const query = useOffers(applicationId)
  const offers = query.data?.offers ?? []
  const left = OFFER_LIMITS.most - offers.length
  const isIdle = isOpen && openOffer(offers) === undefined && !query.isPending
  const mayMake = isIdle && left > 0
  // A date that no one agreed on is the project's, which its brand can still move.
  const isAgreed = offers.some(({ status }) => status === 'accepted')
  const now = useNow()
  return (
    <>
      {query.isError && query.data === undefined ? (
        <FailedNotice query={query} failed={() => say.loadFailed} />
      ) : null}
      {query.data ? (
        <OfferStrip
          negotiation={query.data}
          reader={reader}
          mayAnswer={isOpen}
          onCounter={() => make(true)}
        />
      ) : null}
      {mayMake && (offers.length > 0 || !onAsked) ? (
        <div>
          <Button size="sm" busy={making && query.isFetching} onClick={() => make(true)}>
            {offers.length === 0 ? say.make : say.another}
          </Button>
        </div>
      ) : null}
      {isIdle && left <= 0 && query.data ? (
        <p className="sm muted">
          {say.stand}
          {isAgreed && query.data.terms.deliver_by < now.toISOString().slice(0, 10)
            ? ` ${say.dateOver}`
            : null}
        </p>
      ) : null}
      {making && query.data ? (
        <OfferDialog
          negotiation={query.data}
          reader={reader}
          otherName={otherName}
          onClose={() => {
            make(false)
            onAsked?.()
          }}
        />
      ) : null}
    </>
  )
}
