import { Download } from 'lucide-react'
import type { DeliveryFile } from '#contract/deliverable-schemas.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Menu } from '#web/ui/Menu.tsx'
import { downloadOneOf } from './download-words.ts'

/** Saves any file of a delivery under its own name. */
export function DownloadMenu({
  files,
  className,
}: {
  files: readonly DeliveryFile[]
  className?: string | undefined
}) {
  const items = files.map((file) => ({
    label: `${file.position}. ${file.file_name}`,
    onSelect: () => save(file),
  }))
  return (
    <Menu
      label={downloadOneOf(files.length)}
      className={buttonClass({ variant: 'quiet', iconOnly: true }, className)}
      items={items}
    >
      <Download size={18} aria-hidden="true" />
    </Menu>
  )
}

function save({ file_url, file_name }: DeliveryFile): void {
  if (file_url === null) return
  const link = document.createElement('a')
  link.href = `${file_url}&download=1`
  link.download = file_name
  link.click()
}
