import { CloudUpload, ImagePlus } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { useDropzone, type FileRejection } from 'react-dropzone'
import { type BucketRule, uploadMessages } from '#contract/uploads.ts'
import { cx } from './cx.ts'
import styles from './DropZone.module.css'
import { Notice } from './Notice.tsx'

interface Props {
  /** Names the zone for assistive technology: "Content file". */
  label: string
  /** What is taken: bytes, media types, extensions. From BUCKET_RULES of contract/uploads.ts. */
  rule: BucketRule
  /** The quiet line in the zone: "Max size: 5MB". */
  hint?: ReactNode
  /** What is chosen, in the zone's own words: "Choose images". */
  noun?: 'file' | 'image'
  /** How many files may be chosen at once; one unless said otherwise. */
  maxFiles?: number
  disabled?: boolean
  onFiles: (files: File[]) => void
  /** A failure of the upload itself, shown under the zone: "Upload failed: …" without its first words. */
  error?: string | null
  /** What was chosen: `UploadProgress` rows or `ImageSquares`. */
  children?: ReactNode
}

/** A place to choose files or drop them. Bad files are refused here with the spec's sentences (SPEC §5). */
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
    children,
  } = props
  const Icon = noun === 'image' ? ImagePlus : CloudUpload
  const [refusal, setRefusal] = useState<string | null>(null)
  const errorId = useId()
  const shown = refusal ?? error

  const zone = useDropzone({
    accept: acceptOf(rule),
    maxSize: rule.maxBytes,
    maxFiles,
    multiple: maxFiles > 1,
    disabled,
    onDrop(accepted: File[], rejected) {
      setRefusal(rejected.length > 0 ? refusalSentence(rejected, rule) : null)
      if (accepted.length > 0) onFiles(accepted)
      // Otherwise choosing the same file once more would be no change.
      if (zone.inputRef.current) zone.inputRef.current.value = ''
    },
  })

  return (
    <div className={styles.wrap}>
      {/* Beside the zone, not in it: a button must not hold another control. */}
      <input {...zone.getInputProps()} />
      <div
        {...zone.getRootProps({
          className: cx(
            styles.drop,
            zone.isDragActive && styles.over,
            disabled && styles.disabled,
            shown && styles.invalid,
          ),
          role: 'button',
          'aria-label': label,
          'aria-disabled': disabled || undefined,
          'aria-describedby': shown ? errorId : undefined,
        })}
      >
        <Icon size={22} className={styles.icon} aria-hidden="true" />
        {zone.isDragActive ? (
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

function acceptOf(rule: BucketRule): Record<string, string[]> {
  return Object.fromEntries(
    rule.types.map((type, index) => [type, index === 0 ? [...rule.extensions] : []]),
  )
}

/** The spec's sentence for the first thing wrong with what was dropped. */
export function refusalSentence(rejected: readonly FileRejection[], rule: BucketRule): string {
  const code = rejected[0]?.errors[0]?.code
  if (code === 'file-invalid-type') return uploadMessages.type(rule.types)
  if (code === 'file-too-large') return uploadMessages.tooLarge(rule.maxBytes)
  if (code === 'file-too-small') return uploadMessages.tooSmall(1)
  if (code === 'too-many-files') return uploadMessages.tooMany
  return rejected[0]?.errors[0]?.message ?? uploadMessages.failed
}
