import { lazyComponent } from '#web/ui/lazy-component.tsx'

/** The chips of files being uploaded, loaded on demand: most conversations are read without sending a file. */
export const LazyChips = lazyComponent(
  async () => (await import('./AttachmentChips.tsx')).AttachmentChips,
  null,
  'members',
)
