import { X } from 'lucide-react'
import { useId, useRef, type MouseEvent, type ReactNode } from 'react'
import { afterPaint } from './after-paint.ts'
import { Button } from './Button.tsx'
import { cx } from './cx.ts'
import styles from './Dialog.module.css'
import { useAfterPress } from './use-after-press.ts'
import { useModal } from './use-modal.ts'

interface Props {
  open: boolean
  /** Called on Escape, the close button or a press beside the panel. */
  onClose: () => void
  title: ReactNode
  /** A muted line under the title. */
  subtitle?: ReactNode
  /** Left of the title: an avatar. */
  lead?: ReactNode
  /** The buttons at the lower right, the primary one last. */
  actions?: ReactNode
  wide?: boolean
  /** True while something is being sent: the dialog then stays open. */
  locked?: boolean
  children?: ReactNode
}

/**
 * A modal dialog on the native `<dialog>`: focus is trapped, Escape closes, and focus returns to the element that
 * opened it. On phones it is a bottom sheet. Its content is mounted only while it is open, starting with the frame
 * after the press.
 */
export function Dialog({
  open,
  onClose,
  title,
  subtitle,
  lead,
  actions,
  wide,
  locked,
  children,
}: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const subtitleId = useId()

  const isShown = useAfterPress(open)

  useModal(ref, isShown)

  /** Transparent in the next frame and closed after it: once the page is no longer inert, the browser restyles all of it. */
  function close() {
    const dialog = ref.current
    if (locked || !dialog || 'unseen' in dialog.dataset) return
    dialog.dataset['unseen'] = ''
    afterPaint(() => {
      onClose()
      // The owner may have kept it open.
      delete dialog.dataset['unseen']
    })
  }

  function closeOnBackdrop(event: MouseEvent) {
    if (event.target === ref.current) close()
  }

  if (!isShown) return null
  return (
    // The dialog element itself surrounds its panel: a press there closes, as Escape does for the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={ref}
      className={styles.dialog}
      aria-labelledby={titleId}
      aria-describedby={subtitle ? subtitleId : undefined}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      onMouseDown={closeOnBackdrop}
    >
      <div className={cx(styles.panel, wide && styles.wide)}>
        <div className={styles.head}>
          <div className="row gap3 grow">
            {lead}
            <div className="grow">
              <h2 id={titleId} className={styles.title}>
                {title}
              </h2>
              {subtitle ? (
                <p id={subtitleId} className="sm muted">
                  {subtitle}
                </p>
              ) : null}
            </div>
          </div>
          <Button
            variant="quiet"
            iconOnly
            className={styles.close}
            aria-label="Close"
            onClick={close}
          >
            <X aria-hidden="true" />
          </Button>
        </div>
        {children}
        {actions ? <div className={styles.actions}>{actions}</div> : null}
      </div>
    </dialog>
  )
}
