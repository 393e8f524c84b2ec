import { amendmentWords as say } from '#contract/amendment-words.ts'
import { formatUsd } from '#contract/money.ts'
import { useAmendments } from '#web/amendments/use-amendments.ts'
import { SelectPaymentMethodDialog } from '#web/payment-methods/SelectPaymentMethodDialog.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './Payment.module.css'
import { useFunding } from './use-funding.ts'

interface Props {
  projectId: string
  applicationId: string
  creatorName: string
}

/** A change that both agreed on and that adds to held money: what it adds is paid here. Nothing while there is none. */
export function UnpaidChange(props: Props) {
  const unpaid = useAmendments(props.projectId).data?.amendments.find(
    ({ status }) => status === 'unpaid',
  )
  // Another change is another payment, with a click of its own.
  return unpaid ? (
    <PayChange key={unpaid.id} {...props} id={unpaid.id} amount={unpaid.extra ?? 0} />
  ) : null
}

function PayChange({
  projectId,
  applicationId,
  creatorName,
  id,
  amount,
}: Props & { id: string; amount: number }) {
  const funding = useFunding({
    project_id: projectId,
    application_id: applicationId,
    amendment_id: id,
  })
  const more = formatUsd(amount)
  return (
    <div className={styles.notice}>
      <Notice
        tone="your-move"
        title={say.unpaidTitle}
        actions={
          <Button
            variant="tonal"
            busy={funding.busy}
            busyText={say.paying}
            disabled={!funding.ready}
            onClick={funding.start}
          >
            {say.pay(more)}
          </Button>
        }
      >
        {say.unpaid.seller({ more, other: creatorName })}
      </Notice>
      <SelectPaymentMethodDialog
        open={funding.choosing}
        amount={amount}
        methods={funding.methods}
        busy={funding.busy}
        onChoose={funding.pay}
        onClose={funding.cancel}
      />
    </div>
  )
}
