import { useState } from 'react'
import type { Amendment, DealAmendments } from '#contract/amendment-schemas.ts'
import { amendmentWords as say } from '#contract/amendment-words.ts'
import type { AmendmentSide } from '#contract/amendments.ts'
import { formatUsd } from '#contract/money.ts'
import { FundingDialog } from '#web/payments/FundingDialog.tsx'
import { useFunding } from '#web/payments/use-funding.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import styles from './Amendment.module.css'
import { useAmendmentActs } from './use-amendments.ts'

interface Props {
  amendment: Amendment
  deal: Pick<DealAmendments, 'project_id' | 'application_id'>
  reader: AmendmentSide
  /** The other side's name. */
  otherName: string
  besidePrimary?: boolean | undefined
}

/**
 * Both sides agreed, but the added amount is not held yet: the brand pays it here, and either side may cancel the
 * change.
 */
export function UnpaidChange({ amendment, deal, reader, otherName, besidePrimary }: Props) {
  const [asking, setAsking] = useState(false)
  const { act, acting } = useAmendmentActs(amendment.id, () => setAsking(false))
  const more = formatUsd(amendment.extra ?? 0)
  return (
    <>
      <p>{say.unpaid[reader]({ more, other: otherName })}</p>
      <div className={styles.acts}>
        {reader === 'seller' ? (
          <Pay amendment={amendment} deal={deal} variant={besidePrimary ? 'tonal' : 'primary'} />
        ) : null}
        <Button variant="quiet" onClick={() => setAsking(true)}>
          {say.callOff}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        title={say.callOffTitle}
        confirm={say.callOff}
        busy={acting === 'call_off'}
        busyText={say.callingOff}
        onConfirm={() => act('call_off')}
        onClose={() => setAsking(false)}
      >
        <p>{say.callOffText}</p>
      </ConfirmDialog>
    </>
  )
}

function Pay({
  amendment,
  deal,
  variant,
}: Pick<Props, 'amendment' | 'deal'> & { variant: 'primary' | 'tonal' }) {
  const amount = amendment.extra ?? 0
  const funding = useFunding({
    project_id: deal.project_id,
    application_id: deal.application_id,
    amendment_id: amendment.id,
    amount,
  })
  return (
    <>
      <Button
        variant={variant}
        busy={funding.busy}
        busyText={say.paying}
        disabled={!funding.ready}
        onClick={funding.start}
      >
        {say.pay(formatUsd(amount))}
      </Button>
      <FundingDialog funding={funding} amount={amount} />
    </>
  )
}
