import { UserRoundPlus } from 'lucide-react'
import type { PersonCard } from '#contract/profile-schemas.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { againWords as say } from './again-words.ts'
import { firstName } from './project-words.ts'

interface Props {
  /** The title of the project whose brief was filled in; null for a draft that has one of its own. */
  copied: string | null
  /** Who is invited once it is posted. */
  invitee: PersonCard | null
}

/** Above the form: what was filled in, and who is invited next. */
export function AgainNotice({ copied, invitee }: Props) {
  if (copied === null && invitee === null) return null
  const next = invitee ? say.next(firstName(invitee) ?? invitee.name) : null
  return (
    <Notice icon={UserRoundPlus} title={copied === null ? next : say.copied(copied)}>
      {copied === null ? null : [say.check, next].filter(Boolean).join(' ')}
    </Notice>
  )
}
