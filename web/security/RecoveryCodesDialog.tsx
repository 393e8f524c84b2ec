import { brand } from '#web/page/brand.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { recoveryCodeWords } from '#web/auth/recovery-code-words.ts'
import styles from './SecurityCard.module.css'

const words = recoveryCodeWords.dialog

interface Props {
  codes: readonly string[]
  /** Whether there was an earlier set. */
  replaced: boolean
  onClose: () => void
}

/** Shows new recovery codes, the only time they are visible. */
export function RecoveryCodesDialog({ codes, replaced, onClose }: Props) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      toast.success(words.copied)
    } catch {
      toast.error(words.notCopied)
    }
  }
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(words.file(brand.name, codes))}`
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.title}
      actions={
        <Button variant="primary" onClick={onClose}>
          {words.done}
        </Button>
      }
    >
      <p className="muted">
        {words.intro} {replaced ? words.replaced : null}
      </p>
      <ol className={styles.codes} aria-label={words.list}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="row gap2">
        <Button size="sm" onClick={() => void copy()}>
          {words.copy}
        </Button>
        <a
          className={buttonClass({ size: 'sm' })}
          href={file}
          download={`${brand.name.toLowerCase()}-recovery-codes.txt`}
        >
          {words.download}
        </a>
      </div>
    </Dialog>
  )
}
