import { ChevronDown, ChevronUp } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { formatUsd } from '#contract/money.ts'
import type { OwnPackage } from '#contract/package-schemas.ts'
import { packageTransitions } from '#contract/packages.ts'
import { mayMove } from '#contract/transitions.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { moved } from '#web/ui/image-order.ts'
import { packageStatusWords, packageWords } from '#web/packages/package-words.ts'
import styles from './Packages.module.css'
import { useChangePackages } from './use-packages.ts'

interface Props {
  packages: readonly OwnPackage[]
  onEdit: (one: OwnPackage) => void
}

/** The creator's own packages in profile order: each can be dragged, moved by its arrows, listed, paused, deleted. */
export function OwnPackages({ packages, onEdit }: Props) {
  const { mutate } = useChangePackages()
  const [dragged, setDragged] = useState<string | null>(null)
  const [over, setOver] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const [leaving, setLeaving] = useState<OwnPackage | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const ids = packages.map(({ id }) => id)

  function move(id: string, place: number) {
    if (place < 0 || place >= ids.length || ids[place] === id) return
    mutate({ act: 'arrange', ids: moved(ids, id, place) })
    const title = packages.find((one) => one.id === id)?.title ?? ''
    setSaid(packageWords.moved(title, place + 1, ids.length))
  }

  /** An arrow at the end is disabled; focus then moves to the other one. */
  function step(id: string, by: -1 | 1) {
    move(id, ids.indexOf(id) + by)
    requestAnimationFrame(() => {
      const arrows = list.current?.querySelectorAll<HTMLButtonElement>(
        `[data-id="${CSS.escape(id)}"] [data-arrow]`,
      )
      const wanted = arrows?.[by < 0 ? 0 : 1]
      ;(wanted?.disabled ? arrows?.[by < 0 ? 1 : 0] : wanted)?.focus()
    })
  }

  function drop(event: DragEvent, place: number) {
    if (dragged === null) return
    event.preventDefault()
    move(dragged, place)
    setDragged(null)
    setOver(null)
  }

  return (
    <>
      <ul ref={list} className="card rows">
        {packages.map((one, place) => (
          <li key={one.id} data-id={one.id}>
            {/* Dragging is a shortcut: the arrows do the same for keyboards and touch. */}
            <div
              data-over={over === one.id ? '' : undefined}
              className={styles.row}
              draggable={packages.length > 1}
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move'
                setDragged(one.id)
              }}
              onDragOver={(event) => {
                if (dragged === null || dragged === one.id) return
                event.preventDefault()
                setOver(one.id)
              }}
              onDrop={(event) => drop(event, place)}
              onDragEnd={() => {
                setDragged(null)
                setOver(null)
              }}
            >
              {packages.length > 1 ? (
                <span className={styles.acts}>
                  {([-1, 1] as const).map((by) => (
                    <Button
                      key={by}
                      variant="quiet"
                      size="sm"
                      iconOnly
                      data-arrow=""
                      disabled={by < 0 ? place === 0 : place === packages.length - 1}
                      aria-label={`Move ${one.title} ${by < 0 ? 'up' : 'down'}`}
                      onClick={() => step(one.id, by)}
                    >
                      {by < 0 ? (
                        <ChevronUp size={16} aria-hidden="true" />
                      ) : (
                        <ChevronDown size={16} aria-hidden="true" />
                      )}
                    </Button>
                  ))}
                </span>
              ) : null}
              <div className={styles.what}>
                <h2>{one.title}</h2>
                <p className="sm muted num">
                  {formatUsd(one.price)} · {packageWords.days(one.days)} ·{' '}
                  {packageWords.rounds(one.rounds)}
                </p>
                <p className="sm faint">{packageStatusWords[one.status].hint}</p>
              </div>
              <Badge tone={one.status === 'listed' ? 'green' : 'gray'} glyph={GLYPHS[one.status]}>
                {packageStatusWords[one.status].word}
              </Badge>
              <span className={styles.acts}>
                {mayMove(packageTransitions, 'list', one.status, 'owner') ? (
                  <Button
                    size="sm"
                    variant="primary"
                    onClick={() => mutate({ act: 'list', id: one.id })}
                  >
                    List<span className="sr"> {one.title}</span>
                  </Button>
                ) : (
                  <Button size="sm" onClick={() => mutate({ act: 'pause', id: one.id })}>
                    Pause<span className="sr"> {one.title}</span>
                  </Button>
                )}
                <Button size="sm" onClick={() => onEdit(one)}>
                  Edit<span className="sr"> {one.title}</span>
                </Button>
                <Button size="sm" variant="quiet" onClick={() => setLeaving(one)}>
                  Delete<span className="sr"> {one.title}</span>
                </Button>
              </span>
            </div>
          </li>
        ))}
      </ul>
      <span className="sr" aria-live="polite">
        {said}
      </span>
      <ConfirmDialog
        open={leaving !== null}
        title={packageWords.removeTitle}
        confirm="Delete"
        destructive
        onConfirm={() => {
          if (leaving) mutate({ act: 'remove', id: leaving.id })
          setLeaving(null)
        }}
        onClose={() => setLeaving(null)}
      >
        <p>{packageWords.removeText}</p>
      </ConfirmDialog>
    </>
  )
}

const GLYPHS = { draft: 'dashed-ring', listed: 'ring-dot', paused: 'clock' } as const
