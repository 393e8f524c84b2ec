import { useState } from 'react'
import { amountSentence, readAmount } from '#contract/amount-text.ts'
import { EXTENSION_PRICE_RULE } from '#contract/licence-extensions.ts'
import { TERM_MONTHS, type TermMonths } from '#contract/licence-rights.ts'
import { usdFromCents } from '#contract/money.ts'
import { messageOf } from '#web/api/errors.ts'
import { useRequestId } from '#web/api/use-request-id.ts'
import { onSettled } from '#web/api/on-settled.ts'
import { FormDialog } from '#web/forms/FormDialog.tsx'
import { useMinimumHint } from '#web/page/use-minimum-hint.ts'
import { Field } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { PriceInput } from '#web/ui/PriceInput.tsx'
import { Select } from '#web/ui/Select.tsx'
import { toast } from '#web/ui/toast.ts'
import { extensionWords as say } from './extension-words.ts'
import { useMakeExtension } from './use-extensions.ts'

interface Props {
  projectId: string
  reader: 'seller' | 'creator'
  otherName: string
  onClose: () => void
}

/** Takes months and a price. The brand's offer then waits for an answer, the creator's for its payment. */
export function ExtensionDialog({ projectId, reader, otherName, onClose }: Props) {
  const make = useMakeExtension(projectId)
  const [months, setMonths] = useState<TermMonths>(3)
  const [price, setPrice] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const minimum = useMinimumHint()
  const [refused, setRefused] = useState<string | null>(null)
  const idOf = useRequestId()

  function send() {
    const { cents, problem } = readAmount(price, EXTENSION_PRICE_RULE)
    setWrong(problem === null ? null : amountSentence(problem, EXTENSION_PRICE_RULE))
    if (cents === null || make.isPending) return
    const offered = { months, price: usdFromCents(cents) }
    onSettled(make.mutateAsync({ ...offered, id: idOf(offered) }), {
      onSuccess: () => {
        toast.success(say.offered, say.offerText[reader](otherName))
        onClose()
      },
      onError: (error) => setRefused(messageOf(error)),
    })
  }

  return (
    <FormDialog
      title={say.offerTitle}
      subtitle={say.offerText[reader](otherName)}
      confirm={say.send}
      busyText={say.sending}
      busy={make.isPending}
      question={null}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      onClose={onClose}
    >
      {refused === null ? null : <Notice tone="danger" role="alert" title={refused} />}
      <Field label={say.months}>
        <Select
          value={months}
          onChange={({ target }) =>
            setMonths(TERM_MONTHS.find((count) => String(count) === target.value) ?? 3)
          }
        >
          {TERM_MONTHS.map((count) => (
            <option key={count} value={count}>
              {say.more(count)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={say.price} error={wrong} hint={minimum}>
        <PriceInput value={price} onChange={({ target }) => setPrice(target.value)} />
      </Field>
    </FormDialog>
  )
}
