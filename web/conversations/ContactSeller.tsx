import { MessageCircle } from 'lucide-react'
import { useNavigate } from 'react-router'
import { onSettled } from '#web/api/on-settled.ts'
import { mayPass, messageOf } from '#web/api/errors.ts'
import { useOpenConversation } from './use-conversations.ts'
import { paths } from '#contract/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toast.ts'

interface Props {
  projectId: string
  /** Passed by a seller, who may talk to several creators of one project. */
  creatorId?: string
  children?: string
  className?: string
  size?: 'sm'
}

/** Opens the conversation about a project, creating it if needed, and goes there. */
export function ContactSeller({
  projectId,
  creatorId,
  children = 'Contact Seller',
  className,
  size,
}: Props) {
  const navigate = useNavigate()
  const open = useOpenConversation()

  function contact() {
    onSettled(
      open.mutateAsync({ project_id: projectId, ...(creatorId ? { creator_id: creatorId } : {}) }),
      {
        onSuccess: (conversation) => void navigate(paths.conversation(conversation.id)),
        onError: (error) =>
          toast.error(
            'Failed to create conversation',
            mayPass(error) ? undefined : messageOf(error),
          ),
      },
    )
  }

  return (
    <Button className={className} size={size} busy={open.isPending} onClick={contact}>
      <MessageCircle size={18} aria-hidden="true" />
      {children}
    </Button>
  )
}
