import { useEffect, useRef } from 'react'
import { BUCKET_RULES, fileTypeWords, maxSizeWords } from '#contract/uploads.ts'
import { UploadRows } from '#web/uploads/UploadRows.tsx'
import type { Uploads } from '#web/uploads/use-uploads.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DropZone } from '#web/ui/DropZone.tsx'
import styles from './Editor.module.css'

interface Props {
  name: string
  value: string | null
  onChange: (url: string | null) => void
  kind: 'person' | 'shop'
  /** Uploads to `avatars`; the form owns it, so that saving waits for it. */
  uploads: Uploads
  /** Why the picture was refused. */
  error: string | undefined
}

/** Profile Picture: one image up to 5 MB, previewed immediately. */
export function AvatarField({ name, value, onChange, kind, uploads, error }: Props) {
  const item = uploads.items[0]
  const arrived = item?.uploaded?.url
  const change = useRef(onChange)
  useEffect(() => {
    change.current = onChange
  })
  useEffect(() => {
    if (arrived) change.current(arrived)
  }, [arrived])

  return (
    <div className={styles.avatar}>
      <Avatar name={name} src={item?.preview ?? value} kind={kind} size={64} />
      <div className="stack">
        <DropZone
          label="Profile Picture"
          rule={BUCKET_RULES.avatars}
          hint={`${fileTypeWords(BUCKET_RULES.avatars)}. ${maxSizeWords(BUCKET_RULES.avatars)}`}
          onFiles={uploads.add}
          refused={error}
        >
          {/* Once the upload has finished, the picture at the left shows it. */}
          {item && item.state !== 'done' ? <UploadRows uploads={uploads} /> : null}
        </DropZone>
        {value ? (
          <Button
            variant="quiet"
            size="sm"
            className={styles.remove}
            onClick={() => {
              uploads.clear()
              onChange(null)
            }}
          >
            Remove picture
          </Button>
        ) : null}
      </div>
    </div>
  )
}
