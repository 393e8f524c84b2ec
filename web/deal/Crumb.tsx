import { useBelongsTo } from '#web/page/belongs-to.ts'
import { BackLink } from '#web/ui/BackLink.tsx'

/** The link back to the list that the page belongs to, or to a page of the section `of`. */
export function Crumb({ to, of = to, children }: { to: string; of?: string; children: string }) {
  useBelongsTo(of)
  return <BackLink to={to}>{children}</BackLink>
}
