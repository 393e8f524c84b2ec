import { X } from 'lucide-react'
import { useState } from 'react'
import { BRIEF_TEMPLATES } from '#contract/brief-templates.ts'
import type { Brief } from '#contract/briefs.ts'
import { messageOf } from '#web/api/errors.ts'
import { onSettled } from '#web/api/on-settled.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { type BriefDraft, briefDraftOf } from './brief-draft.ts'
import { briefFormWords } from './brief-form-words.ts'
import { startFrom } from './start-from.ts'
import styles from './StartWith.module.css'
import { useOwnTemplates, useRemoveTemplate } from './use-templates.ts'

const words = briefFormWords.start
const TEXT = 'text'

interface Props {
  /** The brief so far; kept while the project is only a text, so that going back loses nothing. */
  brief: BriefDraft
  withBrief: boolean
  onChange: (brief: BriefDraft, withBrief: boolean) => void
}

/** What a project starts from: a text, one of the templates, or one of the brand's own. */
export function StartWith({ brief, withBrief, onChange }: Props) {
  const own = useOwnTemplates().data ?? []
  const all: { id: string; name: string; about: string; brief: Brief }[] = [
    ...BRIEF_TEMPLATES,
    ...own.map((one) => ({ ...one, about: words.own })),
  ]
  const chosen = withBrief ? brief.template : TEXT

  function choose(id: string) {
    const to = all.find((one) => one.id === id)
    if (to === undefined) return onChange(brief, false)
    const from = all.find((one) => one.id === brief.template)
    onChange(
      startFrom(
        brief.items.length === 0 ? null : brief,
        from ? briefDraftOf(from.brief, from.id) : null,
        briefDraftOf(to.brief, id),
      ),
      true,
    )
  }

  return (
    <fieldset className={styles.start}>
      <legend className={styles.legend}>{words.legend}</legend>
      {[{ id: TEXT, ...words.text }, ...all].map(({ id, name, about }) => (
        <div key={id} className={styles.cell}>
          <label className={styles.card}>
            <input
              type="radio"
              name="start"
              value={id}
              checked={chosen === id}
              onChange={() => choose(id)}
            />
            <span className={styles.name}>{name}</span>
            <span className={styles.about}>{about}</span>
          </label>
          {own.some((one) => one.id === id) ? <RemoveTemplate id={id} name={name} /> : null}
        </div>
      ))}
    </fieldset>
  )
}

function RemoveTemplate({ id, name }: { id: string; name: string }) {
  const [asking, setAsking] = useState(false)
  const remove = useRemoveTemplate()
  return (
    <>
      <button
        type="button"
        className={styles.remove}
        aria-label={words.remove(name)}
        onClick={() => setAsking(true)}
      >
        <X size={14} aria-hidden="true" />
      </button>
      <ConfirmDialog
        open={asking}
        title={words.removeTitle}
        confirm="Remove"
        destructive
        busy={remove.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          onSettled(remove.mutateAsync(id), {
            onSuccess: () => toast.success(words.removed),
            onError: (error) => toast.error(messageOf(error)),
            onSettled: () => setAsking(false),
          })
        }
      >
        <p className="strong">{name}</p>
        <p className="muted">{words.removeText}</p>
      </ConfirmDialog>
    </>
  )
}
