import type { PersonCard } from '#contract/profile-schemas.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { againWords as say } from './again-words.ts'
import { firstName } from './project-words.ts'

interface Props {
  /** The title of the project whose brief was prefilled; null for a draft with a title of its own. */
  copied: string | null
  /** The creator who is invited once it is posted. */
  invitee: PersonCard | null
}

/** Shown above the form: what was prefilled, and who is invited next. */
export function AgainNotice({ copied, invitee }: Props) {
  if (copied === null && invitee === null) return null
  const next = invitee ? say.next(firstName(invitee) ?? invitee.name) : null
  return (
    <Notice
      picture={
        invitee ? <Avatar name={invitee.name} src={invitee.avatar_url} size={44} /> : undefined
      }
      title={copied === null ? say.postedFor(invitee?.name ?? '') : say.copied(copied)}
    >
      {[copied === null ? null : say.check, next].filter(Boolean).join(' ')}
    </Notice>
  )
}
