import { useState } from 'react'
import type { OperatorDifference } from '#contract/operator-record-schemas.ts'
import { Button } from '#web/ui/Button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'

const ResolveDialog = lazyComponent(
  async () => (await import('./ResolveDialog.tsx')).ResolveDialog,
  null,
  'nobody',
)

/** Closes a difference by hand; where it leaves money owed, the amount paid out is entered and booked. */
export function ResolveDifference({ difference }: { difference: OperatorDifference }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        Resolve
      </Button>
      {open ? <ResolveDialog difference={difference} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
