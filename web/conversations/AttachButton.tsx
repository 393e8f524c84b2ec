import { Paperclip } from 'lucide-react'
import { useRef } from 'react'
import { BUCKET_RULES } from '#contract/uploads.ts'
import { Button } from '#web/ui/Button.tsx'
import { attachmentWords } from './attachment-words.ts'
import styles from './Composer.module.css'

/** Opens the file dialog, for one or several files. */
export function AttachButton({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const { types, extensions } = BUCKET_RULES['message-files']
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={[...types, ...extensions].join(',')}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          // Otherwise choosing the same file again would not be a change.
          target.value = ''
        }}
      />
      <Button
        variant="quiet"
        iconOnly
        className={styles.attach}
        aria-label={attachmentWords.attach}
        onClick={() => input.current?.click()}
      >
        <Paperclip size={18} aria-hidden="true" />
      </Button>
    </>
  )
}
