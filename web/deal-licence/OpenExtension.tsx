import type { LicenceExtension } from '#contract/licence-extension-schemas.ts'
import { formatUsd } from '#contract/money.ts'
import { FundingDialog } from '#web/payments/FundingDialog.tsx'
import { useFunding } from '#web/payments/use-funding.ts'
import { Button } from '#web/ui/Button.tsx'
import { Time } from '#web/ui/Time.tsx'
import styles from './Extensions.module.css'
import { extensionWords as say } from './extension-words.ts'
import { useExtensionActs } from './use-extensions.ts'

interface Props {
  extension: LicenceExtension
  deal: { projectId: string; applicationId: string }
  reader: 'seller' | 'creator'
  /** The other side's name. */
  otherName: string
  /** They have left or were banned: it can only be ended. */
  isGone: boolean
}

/** The open extension: it waits for the creator's answer, or for the brand's payment. */
export function OpenExtension({ extension, deal, reader, otherName, isGone }: Props) {
  const { act, acting } = useExtensionActs(extension.id)
  const { months, price, status, by, expires_at: until } = extension
  const isMine = (by === 'creator') === (reader === 'creator')
  const mayPay = !isGone && reader === 'seller' && status === 'agreed'
  const mayAgree = !isGone && reader === 'creator' && status === 'proposed'
  // After both agreed, the side that named the price withdraws it instead of declining.
  const mayDecline = !isMine && (status === 'proposed' || by === 'creator')
  return (
    <>
      <p>
        <span className="strong">
          {say.more(months)}, {formatUsd(price)}.
        </span>{' '}
        {reader === 'creator' ? say.receive(formatUsd(extension.creator_share)) : null}{' '}
        {mayPay ? say.payHint(otherName) : null}
        {mayPay || mayAgree
          ? null
          : isGone
            ? say.gone(otherName)
            : say.waits[status === 'proposed' ? 'answer' : 'payment'](otherName)}
      </p>
      <div className={styles.acts}>
        {mayPay ? <Pay extension={extension} deal={deal} /> : null}
        {mayAgree ? (
          <Button variant="primary" busy={acting === 'accept'} onClick={() => act('accept')}>
            {say.accept}
          </Button>
        ) : null}
        {mayDecline ? (
          <Button busy={acting === 'decline'} onClick={() => act('decline')}>
            {say.decline}
          </Button>
        ) : null}
        {isMine ? (
          <Button busy={acting === 'withdraw'} onClick={() => act('withdraw')}>
            {say.withdraw}
          </Button>
        ) : null}
        <span className="sm muted">
          {say.openUntil} <Time value={until} />
        </span>
      </div>
    </>
  )
}

function Pay({ extension, deal }: Pick<Props, 'extension' | 'deal'>) {
  const funding = useFunding({
    project_id: deal.projectId,
    application_id: deal.applicationId,
    extension_id: extension.id,
    amount: extension.price,
  })
  return (
    <>
      <Button
        variant="primary"
        busy={funding.busy}
        busyText={say.paying}
        disabled={!funding.ready}
        onClick={funding.start}
      >
        {say.pay(formatUsd(extension.price))}
      </Button>
      <FundingDialog funding={funding} amount={extension.price} />
    </>
  )
}
