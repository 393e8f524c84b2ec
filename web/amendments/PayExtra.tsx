import type { Amendment } from '#contract/amendment-schemas.ts'
import { amendmentWords as say } from '#contract/amendment-words.ts'
import type { AmendmentSide } from '#contract/amendments.ts'
import { formatUsd } from '#contract/money.ts'
import { SelectPaymentMethodDialog } from '#web/payment-methods/SelectPaymentMethodDialog.tsx'
import { useFunding } from '#web/payments/use-funding.ts'
import { Button } from '#web/ui/Button.tsx'
import styles from './Amendment.module.css'

interface Props {
  amendment: Amendment
  projectId: string
  applicationId: string
  reader: AmendmentSide
  /** The other side's name. */
  otherName: string
}

/** What an agreed change adds to held money: the brand pays it here, the creator reads that it waits. */
export function PayExtra({ amendment, projectId, applicationId, reader, otherName }: Props) {
  const { id, extra } = amendment
  const amount = extra ?? 0
  const more = formatUsd(amount)
  const funding = useFunding({
    project_id: projectId,
    application_id: applicationId,
    amendment_id: id,
  })
  return (
    <>
      <p>{say.unpaid[reader]({ more, other: otherName })}</p>
      {reader === 'seller' ? (
        <div className={styles.acts}>
          <Button
            variant="tonal"
            busy={funding.busy}
            busyText={say.paying}
            disabled={!funding.ready}
            onClick={funding.start}
          >
            {say.pay(more)}
          </Button>
          <SelectPaymentMethodDialog
            open={funding.choosing}
            amount={amount}
            methods={funding.methods}
            busy={funding.busy}
            onChoose={funding.pay}
            onClose={funding.cancel}
          />
        </div>
      ) : null}
    </>
  )
}
