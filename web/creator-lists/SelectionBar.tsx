import { X } from 'lucide-react'
import { useState } from 'react'
import { paths } from '#contract/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { listWords as say } from './list-words.ts'
import type { Selection } from './selection.ts'
import styles from './Selection.module.css'

const AddToListDialog = lazyComponent(
  async () => (await import('./AddToListDialog.tsx')).AddToListDialog,
  null,
  'nobody',
)
const InviteManyDialog = lazyComponent(
  async () => (await import('./InviteManyDialog.tsx')).InviteManyDialog,
  null,
  'nobody',
)

/** The fewest and the most creators that can be compared side by side. */
const COMPARED = { least: 2, most: 4 }

/** The actions for the selected creators, at the bottom of the window; renders nothing while none is selected. */
export function SelectionBar({ selection }: { selection: Selection }) {
  const { chosen, isFull, clear } = selection
  const [doing, setDoing] = useState<'invite' | 'add' | null>(null)
  const mayCompare = chosen.length >= COMPARED.least && chosen.length <= COMPARED.most
  const close = () => setDoing(null)
  return (
    <>
      {chosen.length === 0 ? null : (
        <section className={styles.bar} aria-label="Selected creators">
          <p className={`strong ${styles.count}`} role="status">
            {say.chosen(chosen.length)}
            {isFull ? <span className="sm muted"> {say.full}</span> : null}
          </p>
          <Button variant="primary" onClick={() => setDoing('invite')}>
            Invite
          </Button>
          <Button onClick={() => setDoing('add')}>Add to list</Button>
          {mayCompare ? (
            <ButtonLink to={paths.compare(...chosen.map(({ id }) => id))}>Compare</ButtonLink>
          ) : (
            <Button disabled title={`Select ${COMPARED.least} to ${COMPARED.most} to compare`}>
              Compare
            </Button>
          )}
          <Button variant="quiet" iconOnly aria-label="Clear the selection" onClick={clear}>
            <X size={18} aria-hidden="true" />
          </Button>
        </section>
      )}
      {doing === 'invite' ? (
        <InviteManyDialog creators={chosen} onDone={clear} onClose={close} />
      ) : null}
      {doing === 'add' ? <AddToListDialog creators={chosen} onClose={close} /> : null}
    </>
  )
}
