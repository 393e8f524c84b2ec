import { queryOptions, useQueries } from '@tanstack/react-query'
import { UNSEEN_HAND_IN as say } from '#contract/original-words.ts'
import { isGone } from '#web/api/errors.ts'
import { apiQuery } from '#web/api/query-client.ts'
import { useProjectPayment } from '#web/payments/use-payments.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { Notice } from '#web/ui/Notice.tsx'

/** How often a page polls for an upload that is being prepared, in ms. */
const ASKED_EVERY_MS = 2_000

/**
 * What is known before files are handed in: whether the brand could look at them, and whether they should wait for
 * money.
 */
export function useUnseen(projectId: string, fileIds: readonly string[], wanted: boolean) {
  const uploads = useQueries({
    queries: fileIds.map((id) =>
      queryOptions({
        ...apiQuery('deliverables.upload', { params: { id } }),
        refetchInterval: ({ state }) =>
          state.data?.preview_state === 'being_prepared' ? ASKED_EVERY_MS : false,
      }),
    ),
  })
  const unseen = uploads.some(({ data }) => data?.preview_state === 'none')
  const { data: payment } = useProjectPayment(projectId, { enabled: unseen })
  const isPaid = payment?.status === 'held_in_escrow' || payment?.status === 'released'
  return {
    unseen,
    asks: unseen && !isPaid,
    waits: unseen && !isPaid && wanted,
    /** The uploads that the server no longer has: their ids, joined into one string. */
    gone: fileIds.filter((_, at) => isGone(uploads[at]?.error)).join(' '),
  }
}

interface Props {
  /** Nothing is paid yet, so waiting is a choice. */
  asks: boolean
  waits: boolean
  /** The creator chose to wait; this stays set where waiting is no longer needed. */
  wanted: boolean
  onWait: (waits: boolean) => void
}

/** Tells a creator, before the file is handed in, that the brand could not look at it. */
export function UnseenNotice({ asks, waits, wanted, onWait }: Props) {
  return (
    <Notice tone="yellow" role="status" title={say.title}>
      <p>
        {say.why} {say.what}
      </p>
      {asks ? (
        <Checkbox
          label={say.wait}
          hint={waits ? say.waiting : undefined}
          checked={waits}
          onChange={(event) => onWait(event.target.checked)}
        />
      ) : wanted ? (
        <p className="strong">{say.ready}</p>
      ) : null}
    </Notice>
  )
}
