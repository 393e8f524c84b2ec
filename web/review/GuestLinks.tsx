import { useMutation } from '@tanstack/react-query'
import { call } from '#web/api/client.ts'
import { messageOf } from '#web/api/errors.ts'
import { useRefresh } from '#web/realtime/use-refresh.ts'
import { Button } from '#web/ui/Button.tsx'
import { formatDay } from '#web/ui/dates.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { useNow } from '#web/page/use-now.ts'
import { guestWords as say } from './guest-words.ts'
import styles from './Notes.module.css'
import { useRoom } from './room-context.ts'

/** The brand's links for colleagues without an account: created, shown once, revoked. */
export function GuestLinks({ onClose }: { onClose: () => void }) {
  const { room } = useRoom()
  const now = useNow()
  const refresh = useRefresh('review')
  const create = useMutation({
    mutationFn: () => call('review.create_guest_link', { params: { id: room.project.id } }),
    onSettled: refresh,
  })
  const revoke = useMutation({
    mutationFn: (id: string) => call('review.revoke_guest_link', { params: { id } }),
    onSettled: refresh,
  })
  // Only the last attempt counts: a failure before it is over.
  const { error: failure } = create.submittedAt > revoke.submittedAt ? create : revoke
  const url = create.data?.url
  const copy = (text: string) =>
    void navigator.clipboard.writeText(text).then(
      () => toast.success(say.copied),
      // Where the page may not write to the clipboard, the link is copied by hand.
      () => toast.error(say.notCopied),
    )
  return (
    <Dialog
      open
      title={say.linksTitle}
      onClose={onClose}
      actions={
        <Button variant="primary" busy={create.isPending} onClick={() => create.mutate()}>
          {say.create}
        </Button>
      }
    >
      <p className="muted">{say.linksTold}</p>
      {url ? (
        <div className={styles.newLink}>
          <p className="sm strong">{say.once}</p>
          <p className={styles.url}>{url}</p>
          <Button size="sm" onClick={() => copy(url)}>
            {say.copy}
          </Button>
        </div>
      ) : null}
      {failure ? (
        <p className={styles.failure} role="alert">
          {messageOf(failure)}
        </p>
      ) : null}
      {room.guest_links.length === 0 ? <p className="sm muted">{say.none}</p> : null}
      <ul className={styles.links}>
        {room.guest_links.map((link) => {
          const isOver = Date.parse(link.expires_at) <= now.getTime()
          const ended = link.revoked_at ? say.revoked : isOver ? say.expired : null
          return (
            <li key={link.id}>
              <span className="sm">
                {say.made(formatDay(link.created_at))},{' '}
                {ended ?? say.ends(formatDay(link.expires_at))},{' '}
                {link.last_used_at ? say.used(formatDay(link.last_used_at)) : say.unused}
              </span>
              {ended ? null : (
                <Button
                  size="sm"
                  variant="quiet"
                  busy={revoke.isPending && revoke.variables === link.id}
                  onClick={() => revoke.mutate(link.id)}
                >
                  {say.revoke}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
