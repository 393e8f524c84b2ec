import { Loaded } from '#web/loading/Loaded.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/Skeleton.tsx'
import { PayoutNotice } from './PayoutNotice.tsx'
import styles from './PaymentSetupCard.module.css'
import { usePayoutReturn } from './use-payout-return.ts'
import { usePayoutAccount } from './use-payouts.ts'

const CARD_ID = 'payouts'

/** The creator's Payment Setup card: where released money goes (SPEC §2). */
export function PaymentSetupCard() {
  usePayoutReturn(CARD_ID)
  return (
    <section
      id={CARD_ID}
      tabIndex={-1}
      className={`card pad ${styles.card}`}
      aria-labelledby="payment-setup"
    >
      <div>
        <h2 id="payment-setup">Payment Setup</h2>
        <p className="sm muted">Released payments go to your own Stripe account.</p>
      </div>
      <Loaded
        query={usePayoutAccount()}
        pending={
          <SkeletonGroup>
            <Skeleton height={76} radius={10} />
          </SkeletonGroup>
        }
      >
        {(account) => <PayoutNotice account={account} />}
      </Loaded>
    </section>
  )
}
