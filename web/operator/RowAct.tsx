import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Allowed } from './Allowed.tsx'
import { useAct } from './use-console.ts'

const ReasonDialog = lazyComponent(
  async () => (await import('./ReasonDialog.tsx')).ReasonDialog,
  null,
  'nobody',
)

interface Props {
  call:
    | 'operator.apply_webhook'
    | 'operator.retry_job'
    | 'operator.give_up_job'
    | 'operator.note_difference'
  number: string
  /** The button's label, the same as the act. */
  word: string
  title: string
  done: string
  /** What will happen. */
  text: string
  label?: string
  destructive?: boolean
  quiet?: boolean
}

/** An act on one table row: a small button that asks for a reason. */
export function RowAct({
  call,
  number,
  word,
  title,
  done,
  text,
  label,
  destructive,
  quiet,
}: Props) {
  const [open, setOpen] = useState(false)
  const act = useAct(call)
  return (
    <Allowed call={call}>
      <Button size="sm" variant={quiet ? 'quiet' : 'secondary'} onClick={() => setOpen(true)}>
        {word}
      </Button>
      {open ? (
        <ReasonDialog
          draft={`${call}-${number}`}
          title={title}
          confirm={word}
          done={done}
          {...(label === undefined ? {} : { label })}
          {...(destructive ? { destructive } : {})}
          act={(reason) => act.mutateAsync({ params: { number }, body: { reason } })}
          onClose={() => setOpen(false)}
        >
          <p className="muted">{text}</p>
        </ReasonDialog>
      ) : null}
    </Allowed>
  )
}
