import { REFUND_PAGE, refundWords as words } from '#contract/refund-times.ts'

/** How long a refund to a card takes, and where the provider says so. */
export function RefundTimes() {
  return (
    <p className="sm muted">
      {words.times}{' '}
      <a className="link" href={REFUND_PAGE} target="_blank" rel="noopener noreferrer">
        {words.link}
      </a>
    </p>
  )
}
