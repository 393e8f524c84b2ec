import { startTransition, useState } from 'react'
import type { PublicProfile } from '#contract/profile-schemas.ts'
import { paths } from '#contract/paths.ts'
import { ContactSeller } from '#web/conversations/ContactSeller.tsx'
import { useTalkPlace } from '#web/conversations/use-conversations.ts'
import { LazyInviteDialog } from '#web/invitations/LazyInviteDialog.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { SaveCreator } from './SaveCreator.tsx'

const AddToListDialog = lazyComponent(
  async () => (await import('#web/creator-lists/AddToListDialog.tsx')).AddToListDialog,
  null,
  'nobody',
)

/** A brand's actions on a creator's profile: invite them, and write to them where a conversation is possible. */
export function CreatorActs({ creator }: { creator: PublicProfile }) {
  const [inviting, setInviting] = useState(false)
  const [adding, setAdding] = useState(false)
  const place = useTalkPlace(creator.id)
  return (
    <>
      <Button variant="primary" onClick={() => startTransition(() => setInviting(true))}>
        Invite<span className="sr"> {creator.name}</span>
      </Button>
      {place?.conversation_id ? (
        <ButtonLink to={paths.conversation(place.conversation_id)}>Message</ButtonLink>
      ) : null}
      {place?.project_id ? (
        <ContactSeller projectId={place.project_id} creatorId={creator.id}>
          Message
        </ContactSeller>
      ) : null}
      <SaveCreator creator={creator} as="button" />
      <Button onClick={() => setAdding(true)}>
        Add to list<span className="sr"> {creator.name}</span>
      </Button>
      {adding ? <AddToListDialog creators={[creator]} onClose={() => setAdding(false)} /> : null}
      {inviting ? <LazyInviteDialog creator={creator} onClose={() => setInviting(false)} /> : null}
    </>
  )
}
