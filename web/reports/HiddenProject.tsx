import { Notice } from '#web/ui/Notice.tsx'

/** Shown on the page of a hidden project, to those who still see it. */
export function HiddenProject({ isOwner }: { isOwner: boolean }) {
  return (
    <Notice tone="yellow" title="This project is hidden">
      {isOwner
        ? 'Nobody finds it, nobody new can apply, and nobody can be hired for it. Your notifications have the decision, and how to appeal.'
        : 'Our team looks into it. Nobody else finds it, and nobody new can apply.'}
    </Notice>
  )
}
