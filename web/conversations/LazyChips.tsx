import { lazyComponent } from '#web/ui/lazy-component.tsx'

/** The chips of files on their way: most conversations are read without a file being sent. */
export const LazyChips = lazyComponent(
  async () => (await import('./AttachmentChips.tsx')).AttachmentChips,
  null,
  'members',
)
