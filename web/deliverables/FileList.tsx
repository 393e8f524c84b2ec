import { ChevronDown, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ChecksBefore } from '#contract/delivery-check-schemas.ts'
import { kindOfFile } from '#contract/machine-checks.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field, FieldError } from '#web/ui/Field.tsx'
import { megabytes } from '#web/ui/megabytes.ts'
import { Select } from '#web/ui/Select.tsx'
import { Bar } from '#web/ui/UploadProgress.tsx'
import { FailedUpload } from '#web/uploads/UploadRows.tsx'
import type { UploadItem, Uploads } from '#web/uploads/use-uploads.ts'
import { fileListWords as say } from './file-list-words.ts'
import styles from './FileList.module.css'

interface Props {
  uploads: Uploads
  /** The item of each file, in file order; null means that the file is for no item. */
  itemIds: readonly (string | null)[]
  /** The items that the agreed brief asks for; empty without one. */
  wanted: ChecksBefore['items']
  /** The server's errors about single files, by file key. */
  refused: Readonly<Record<string, string>>
  choose: (key: string, item: string | null) => void
  move: (key: string, by: 1 | -1) => void
  /** Called when the list has changed: errors about the previous one are out of date. */
  changed: () => void
}

/** The files of one delivery in their order, each with its progress and the item it is for. */
export function FileList(props: Props) {
  const { uploads, itemIds, wanted, refused, choose, changed } = props
  const { items } = uploads
  const filled = new Map<string, number>()
  for (const id of itemIds) if (id !== null) filled.set(id, (filled.get(id) ?? 0) + 1)
  // A row that moved or was removed takes the focus with it: the focus stays on the same action.
  const list = useRef<HTMLOListElement>(null)
  const next = useRef<string | null>(null)
  useEffect(() => {
    if (next.current === null) return
    list.current?.querySelector<HTMLElement>(`[data-act="${next.current}"]`)?.focus()
    next.current = null
  })
  function move(at: number, by: 1 | -1) {
    const item = items[at]
    if (item === undefined || items[at + by] === undefined) return
    next.current = `${by === 1 ? 'down' : 'up'}-${at + by}`
    props.move(item.key, by)
  }
  function remove(at: number) {
    const item = items[at]
    if (item === undefined) return
    next.current = `remove-${Math.min(at, items.length - 2)}`
    changed()
    uploads.remove(item.key)
  }
  return (
    <div className={styles.whole}>
      <ol ref={list} className={styles.list} aria-label={say.label}>
        {items.map((item, at) => (
          <li key={item.key} className={styles.file}>
            <span className={`num ${styles.place}`} aria-hidden="true">
              {at + 1}
            </span>
            <div className={styles.facts}>
              <Facts item={item} uploads={uploads} />
              {wanted.length > 0 ? (
                <Field label={<span className="sr">{say.itemOf(item.name)}</span>}>
                  <Select
                    value={itemIds[at] ?? ''}
                    onChange={({ target }) => choose(item.key, target.value || null)}
                  >
                    {wanted
                      .filter(({ what }) => what === (kindOfFile(item.type) ?? what))
                      .map(({ id, name, count }) => (
                        <option key={id} value={id}>
                          {say.item(name, filled.get(id) ?? 0, count)}
                        </option>
                      ))}
                    <option value="">{say.none}</option>
                  </Select>
                </Field>
              ) : null}
              {refused[item.key] ? <FieldError>{refused[item.key]}</FieldError> : null}
            </div>
            <span className={styles.acts}>
              <Button
                size="sm"
                variant="quiet"
                iconOnly
                aria-label={say.up(item.name)}
                aria-disabled={at === 0 || undefined}
                data-act={`up-${at}`}
                onClick={() => move(at, -1)}
              >
                <ChevronDown className={styles.up} size={16} aria-hidden="true" />
              </Button>
              <Button
                size="sm"
                variant="quiet"
                iconOnly
                aria-label={say.down(item.name)}
                aria-disabled={at === items.length - 1 || undefined}
                data-act={`down-${at}`}
                onClick={() => move(at, 1)}
              >
                <ChevronDown size={16} aria-hidden="true" />
              </Button>
              <Button
                size="sm"
                variant="quiet"
                iconOnly
                aria-label={say.remove(item.name)}
                data-act={`remove-${at}`}
                onClick={() => remove(at)}
              >
                <X size={16} aria-hidden="true" />
              </Button>
            </span>
          </li>
        ))}
      </ol>
      <p className="sm muted">{say.hint}</p>
    </div>
  )
}

/** The name of a file, and its upload progress. */
function Facts({ item, uploads }: { item: UploadItem; uploads: Uploads }) {
  if (item.state === 'failed') return <FailedUpload item={item} uploads={uploads} />
  const done = item.uploaded !== null
  const percent = item.size === 0 ? 0 : Math.floor((item.sent / item.size) * 100)
  return (
    <>
      <span className="fname">{item.name}</span>
      <span className={`sm muted num`}>
        {megabytes(item.size)}
        <span className="sep"> · </span>
        <span>{done ? say.uploaded : `${percent}%`}</span>
      </span>
      {done ? null : (
        <Bar
          file={{ id: item.key, name: item.name, sent: item.sent, size: item.size, done: false }}
        />
      )}
      <span className="sr" aria-live="polite">
        {done ? say.arrived(item.name) : null}
      </span>
    </>
  )
}
