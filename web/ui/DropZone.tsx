import { CloudUpload, ImagePlus } from 'lucide-react'
import { useId, useRef, useState, type DragEvent, type KeyboardEvent, type ReactNode } from 'react'
import { type BucketRule, uploadMessages } from '#contract/uploads.ts'
import { cx } from './cx.ts'
import styles from './DropZone.module.css'
import { FieldError } from './Field.tsx'
import { chooseFiles } from './file-choice.ts'
import { Notice } from './Notice.tsx'

interface Props {
  /** Names the zone for assistive technology: "Content file". */
  label: string
  /** The accepted sizes, media types and extensions. From BUCKET_RULES of contract/uploads.ts. */
  rule: BucketRule
  /** The zone's muted line: "JPEG, PNG or WebP, up to 5 MB". */
  hint?: ReactNode
  /** The zone's own label: "Choose images". */
  noun?: 'file' | 'image'
  /** How many files may be chosen together; one by default. */
  maxFiles?: number
  disabled?: boolean
  onFiles: (files: File[]) => void
  /** A failure of the upload itself, shown under the zone: "Upload failed: …" without its first words. */
  error?: string | null
  /** The form's sentence about the field. */
  refused?: string | undefined
  /** The chosen files: `UploadProgress` rows or `ImageSquares`. */
  children?: ReactNode
}

/** Choose or drop files here. Invalid files are refused here with the spec's sentences (SPEC §5). */
export function DropZone(props: Props) {
  const {
    label,
    rule,
    hint,
    noun = 'file',
    maxFiles = 1,
    disabled,
    onFiles,
    error,
    refused,
    children,
  } = props
  const Icon = noun === 'image' ? ImagePlus : CloudUpload
  const [refusal, setRefusal] = useState<string | null>(null)
  const errorId = useId()
  const refusedId = useId()
  const shown = refusal ?? error

  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)

  function take(files: FileList | null) {
    setOver(false)
    const { taken, refusal } = chooseFiles([...(files ?? [])], rule, maxFiles)
    setRefusal(refusal)
    if (taken.length > 0) onFiles(taken)
    // Otherwise choosing the same file again would not fire a change event.
    if (input.current) input.current.value = ''
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    input.current?.click()
  }

  /** Otherwise the browser would open the file instead of the page. */
  function onDrag(event: DragEvent) {
    if (disabled || !event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(event.type !== 'dragleave')
    if (event.type === 'drop') take(event.dataTransfer.files)
  }

  return (
    <div className={styles.wrap}>
      {/* Beside the zone, not in it: a button must not contain another control. */}
      <input
        ref={input}
        type="file"
        hidden
        accept={[...rule.types, ...rule.extensions].join(',')}
        multiple={maxFiles > 1}
        disabled={disabled}
        onChange={(event) => take(event.target.files)}
      />
      <div
        className={cx(
          styles.drop,
          over && styles.over,
          disabled && styles.disabled,
          (shown || refused) && styles.invalid,
        )}
        role="button"
        tabIndex={disabled ? -1 : 0}
        aria-label={label}
        aria-disabled={disabled || undefined}
        aria-describedby={cx(shown && errorId, refused && refusedId) || undefined}
        onClick={() => input.current?.click()}
        onKeyDown={onKeyDown}
        onDragEnter={onDrag}
        onDragOver={onDrag}
        onDragLeave={onDrag}
        onDrop={onDrag}
      >
        <Icon size={22} className={styles.icon} aria-hidden="true" />
        {over ? (
          <div className="strong">Drop to upload</div>
        ) : (
          <>
            <div>
              <span className="link">{chooseWords(noun, maxFiles)}</span> or drop{' '}
              {maxFiles > 1 ? 'them' : 'it'} here
            </div>
            {hint ? <div className="sm faint">{hint}</div> : null}
          </>
        )}
      </div>
      {children}
      {refused ? <FieldError id={refusedId}>{refused}</FieldError> : null}
      {shown ? (
        <div id={errorId}>
          <Notice tone="danger" title={uploadMessages.failed} role="alert">
            {shown === uploadMessages.failed ? null : shown}
          </Notice>
        </div>
      ) : null}
    </div>
  )
}

function chooseWords(noun: 'file' | 'image', maxFiles: number): string {
  if (maxFiles > 1) return `Choose ${noun}s`
  return noun === 'image' ? 'Choose an image' : 'Choose a file'
}
