import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { blockWords as words } from './block-words.ts'

const BlockDialog = lazyComponent(
  async () => (await import('./BlockDialog.tsx')).BlockDialog,
  null,
  'nobody',
)

/** A quiet way to block someone. The dialog loads when it is opened. */
export function BlockButton({ person }: { person: { id: string; name: string } }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        aria-label={words.blockNamed(person.name)}
        onClick={() => setOpen(true)}
      >
        {words.block}
      </Button>
      {open ? <BlockDialog person={person} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
