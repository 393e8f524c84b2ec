import { useState } from 'react'
import type { LicenceExtension, LicenceExtensions } from '#contract/licence-extension-schemas.ts'
import { isOpenExtension } from '#contract/licence-extensions.ts'
import { formatUsd } from '#contract/money.ts'
import { messageOf } from '#web/api/errors.ts'
import { newId } from '#web/api/new-id.ts'
import { onSettled } from '#web/api/on-settled.ts'
import { FailedNotice } from '#web/loading/FailedNotice.tsx'
import { Button } from '#web/ui/Button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Time } from '#web/ui/Time.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from './Extensions.module.css'
import { OpenExtension } from './OpenExtension.tsx'
import { extensionWords as say } from './extension-words.ts'
import { useExtensions, useMakeExtension } from './use-extensions.ts'

const ExtensionDialog = lazyComponent(
  async () => (await import('./ExtensionDialog.tsx')).ExtensionDialog,
)

interface Props {
  projectId: string
  reader: 'seller' | 'creator'
  /** The other side's name. */
  otherName: string
}

/**
 * Extensions of a licence that has an end: the terms' price in two clicks, an offer of either side, and the paid ones.
 */
export function Extensions({ projectId, reader, otherName }: Props) {
  const query = useExtensions(projectId)
  const [offering, setOffering] = useState(false)
  const { data } = query
  if (data === undefined) return <FailedNotice query={query} failed={() => say.loadFailed} />
  if (data === null || data.ends_on === null || data.status === 'void') return null
  const open = data.extensions.find(({ status }) => isOpenExtension(status))
  const earlier = data.extensions.filter(({ status }) => !isOpenExtension(status))
  return (
    <div className="stack" role="group" aria-label={say.title}>
      {open === undefined && data.other_side_gone ? (
        <p className="sm muted">{say.gone(otherName)}</p>
      ) : open === undefined ? (
        <div className={styles.acts}>
          {reader === 'seller' && data.priced !== null ? (
            <Take projectId={projectId} priced={data.priced} />
          ) : null}
          <Button onClick={() => setOffering(true)}>{say.offer[reader]}</Button>
        </div>
      ) : (
        <OpenExtension
          key={open.id}
          extension={open}
          deal={{ projectId, applicationId: data.application_id }}
          reader={reader}
          otherName={otherName}
          isGone={data.other_side_gone}
        />
      )}
      {earlier.length === 0 ? null : <Earlier extensions={earlier} />}
      {offering ? (
        <ExtensionDialog
          projectId={projectId}
          reader={reader}
          otherName={otherName}
          onClose={() => setOffering(false)}
        />
      ) : null}
    </div>
  )
}

/** The first of two clicks: the brand accepts the price that the terms name. The second click pays it. */
function Take({
  projectId,
  priced,
}: {
  projectId: string
  priced: NonNullable<LicenceExtensions['priced']>
}) {
  const make = useMakeExtension(projectId)
  const [id] = useState(newId)
  return (
    <>
      <Button
        variant="primary"
        busy={make.isPending}
        busyText={say.taking}
        onClick={() =>
          onSettled(make.mutateAsync({ id, months: priced.months }), {
            onError: (error) => toast.error(say.notTaken, messageOf(error)),
          })
        }
      >
        {say.take(priced.months, formatUsd(priced.price))}
      </Button>
      <span className="sm muted">
        {say.until} <Time value={priced.until} />
      </span>
    </>
  )
}

/** The outcomes of the other extensions, newest first. */
function Earlier({ extensions }: { extensions: readonly LicenceExtension[] }) {
  return (
    <ul className={`${styles.earlier} sm`} aria-label={say.earlier}>
      {extensions.map((one) => (
        <li key={one.id}>
          <span>
            {say.more(one.months)}, {formatUsd(one.price)}
          </span>
          <span className="muted">
            {one.status === 'paid' && !one.counts ? say.returned : say.status[one.status]} ·{' '}
            <Time value={one.paid_at ?? one.created_at} />
          </span>
        </li>
      ))}
    </ul>
  )
}
