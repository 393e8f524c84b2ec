import { Checklist } from '#web/checks/LazyChecklist.tsx'

interface Props {
  deliverable: { id: string; brief_version: number | null }
  /** Absent for the reader's own delivery. */
  creatorName?: string
  /** Where the brand answers. */
  answers?: boolean
}

/** The checks of a delivery on its project's page; renders nothing where it has none. */
export function DeliveryChecklist({ deliverable, creatorName, answers = false }: Props) {
  if (deliverable.brief_version === null) return null
  return (
    <Checklist
      delivery={deliverable}
      creatorName={creatorName ?? 'You'}
      brandName={creatorName === undefined ? 'The brand' : 'You'}
      answers={answers}
    />
  )
}
