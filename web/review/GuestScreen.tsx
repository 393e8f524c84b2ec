import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { NewNote } from '#contract/review-note-schemas.ts'
import { NOTE_LIMITS } from '#contract/review-notes.ts'
import { FailedPage } from '#web/loading/FailedPage.tsx'
import { usePageHead } from '#web/page/head.ts'
import { Loading } from '#web/ui/Loading.tsx'
import { Unjoined } from '#web/page/Unjoined.tsx'
import { ApiError } from '#web/api/errors.ts'
import { roomForGuest } from './guest-room.ts'
import { Room } from './Room.tsx'
import styles from './Room.module.css'
import { guestWords as say } from './guest-words.ts'
import { useGuestNote, useGuestRoom } from './use-guest.ts'

const GuestName = lazyComponent(
  async () => (await import('./GuestName.tsx')).GuestName,
  null,
  'nobody',
)

/** /guest-review#{token}: a brand's colleague reviews and writes notes without an account. */
export function GuestScreen() {
  const { hash, search } = useLocation()
  // The selection is in the query; the token stays in the fragment, which is never sent to a server.
  const [token] = useState(() => hash.slice(1))
  usePageHead({ title: say.title })
  const query = useGuestRoom(token)
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const chosen = new URLSearchParams(search).get('version')
  const note = useGuestNote(token, name)

  if (token === '' || (query.error instanceof ApiError && query.error.code === 'review.link_over'))
    return <Unjoined title={say.over} text={say.overHint} action={null} />
  if (query.isError && !query.data)
    return (
      <FailedPage className={styles.failed} heading={say.title} query={query} failed={say.failed} />
    )
  if (!query.data) return <Loading page />
  if (name === '')
    return <GuestName room={query.data} limit={NOTE_LIMITS.guestName} onName={setName} />
  const room = roomForGuest(query.data)
  const version = room.versions.find(({ id }) => id === chosen) ?? room.versions[0]
  if (!version) return <Unjoined title={say.over} text={say.overHint} action={null} />
  return (
    <Room
      key={version.id}
      room={room}
      version={version}
      reader="guest"
      openVersion={(id) => void navigate({ search: `?version=${id}`, hash }, { replace: true })}
      save={(typed: NewNote) => note.mutateAsync({ ...typed, deliverable_id: version.id })}
      renewLinks={() => void query.refetch()}
    />
  )
}
