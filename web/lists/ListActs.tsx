import type { Selection } from '#web/creator-lists/selection.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'

const SelectionBar = lazyComponent(
  async () => (await import('#web/creator-lists/SelectionBar.tsx')).SelectionBar,
  null,
  'nobody',
)

/** The bar of actions for the selected creators; loaded with the first selection. */
export const ListActs = ({ selection }: { selection: Selection }) =>
  selection.chosen.length > 0 ? <SelectionBar selection={selection} /> : null
