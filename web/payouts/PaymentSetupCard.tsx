import { messageOf } from '../api/errors.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { PayoutNotice } from './PayoutNotice.tsx'
import styles from './PaymentSetupCard.module.css'
import { usePayoutAccount } from './use-payouts.ts'

/** The creator's Payment Setup card: where released money goes (SPEC §2). */
export function PaymentSetupCard() {
  const { data, isPending, isError, error, refetch } = usePayoutAccount()
  return (
    <section className={`card pad ${styles.card}`} aria-labelledby="payment-setup">
      <div>
        <h2 id="payment-setup">Payment Setup</h2>
        <p className="sm muted">Released payments go to your own Stripe account.</p>
      </div>
      {isPending ? (
        <SkeletonGroup>
          <Skeleton height={76} radius={10} />
        </SkeletonGroup>
      ) : isError ? (
        <Notice
          tone="danger"
          role="alert"
          title={messageOf(error)}
          actions={
            <Button size="sm" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        />
      ) : (
        <PayoutNotice account={data} />
      )}
    </section>
  )
}
