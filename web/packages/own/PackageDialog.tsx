import { type FormEvent, useState } from 'react'
import { PACKAGE_LIMITS as limits } from '#contract/packages.ts'
import type { OwnPackage } from '#contract/package-schemas.ts'
import type { OwnProfile } from '#contract/profile-schemas.ts'
import { ApiError, errorCode, messageOf } from '#web/api/errors.ts'
import { FormDialog } from '#web/forms/FormDialog.tsx'
import { SavedBefore } from '#web/forms/SavedBefore.tsx'
import { useRestored, useUnsaved } from '#web/forms/use-draft.tsx'
import { useMinimumHint } from '#web/page/use-minimum-hint.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field, FieldError } from '#web/ui/Field.tsx'
import { PriceInput } from '#web/ui/PriceInput.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'
import { toast } from '#web/ui/toast.ts'
import { AddOnFields } from './AddOnFields.tsx'
import { ItemFields } from './ItemFields.tsx'
import { draftOf, inputOf, type PackageDraft } from './package-draft.ts'
import styles from './Packages.module.css'
import { SampleFields } from './SampleFields.tsx'
import { savedBeforeWords } from './saved-before-words.ts'
import { type PackageInput, useSavePackage } from './use-packages.ts'

interface Props {
  /** Null for a new package. */
  known: OwnPackage | null
  profile: OwnProfile
  /** Opens the form of another package of theirs. */
  onOpen: (id: string) => void
  onClose: () => void
}

/**
 * The form of a package: what a brand gets, the price, the delivery time, and the available add-ons. What is typed is
 * kept as a draft until it is saved.
 */
export function PackageDialog({ known, profile, onOpen, onClose }: Props) {
  const form = `package-${known?.id ?? 'new'}`
  const [saved] = useState(() => draftOf(known))
  const start = useRestored(form, saved)
  const [draft, setDraft] = useState(() => {
    // A piece that was chosen may have left the portfolio: then it could no longer be deselected.
    const choices = [...saved.samples, ...profile.portfolio_urls]
    return { ...start, samples: start.samples.filter((url) => choices.includes(url)) }
  })
  const unsaved = useUnsaved(form, saved, draft)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  /** The package that an earlier attempt saved with other content. The form can still be saved as another one. */
  const [savedBefore, setSavedBefore] = useState<{ id: string; message: string } | null>(null)
  const save = useSavePackage()
  /** A field that is being corrected is no longer marked as wrong. */
  function change(changes: Partial<PackageDraft>) {
    setDraft((now) => ({ ...now, ...changes }))
    setErrors((now) =>
      Object.fromEntries(
        Object.entries(now).filter(([path]) => !((path.split('.')[0] ?? path) in changes)),
      ),
    )
  }

  async function submit(event?: FormEvent) {
    event?.preventDefault()
    if (save.isPending) return
    setSavedBefore(null)
    const body = inputOf(draft)
    const wrong = await problemsOf(body)
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return
    const id = known?.id ?? unsaved.idToSend()
    try {
      const { status } = await save.mutateAsync({ id, body, isNew: known === null })
      // A package that is found again may have been listed.
      const isDraft = known === null && status === 'draft'
      toast.success(isDraft ? 'Draft saved. List it when it is ready.' : 'Package saved')
    } catch (error) {
      if (errorCode(error) === 'package.already_saved')
        return setSavedBefore({ id, message: messageOf(error) })
      if (error instanceof ApiError) setErrors(error.fields)
      toast.error(messageOf(error))
      return
    }
    unsaved.finish()
    onClose()
  }

  function saveAnew() {
    unsaved.forgetId()
    void submit()
  }

  /** Leaving an existing package drops the changes; a new one stays a draft. */
  function close() {
    if (known) unsaved.finish()
    onClose()
  }

  return (
    <FormDialog
      title={known ? 'Edit package' : 'New package'}
      confirm="Save package"
      busyText="Saving..."
      busy={save.isPending}
      onSubmit={(event) => void submit(event)}
      onClose={close}
      question={unsaved.question}
    >
      <Field label="Title" error={errors.title} hint="What a brand would call it." required>
        <TextInput
          maxLength={limits.title}
          placeholder="e.g., Two unboxing videos"
          value={draft.title}
          onChange={(event) => change({ title: event.target.value })}
        />
      </Field>
      <div className={styles.line}>
        <Field label="Price (USD)" error={errors.price} hint={useMinimumHint()} required>
          <PriceInput
            value={draft.price}
            onChange={(event) => change({ price: event.target.value })}
          />
        </Field>
        <Field label="Days" error={errors.days} required>
          <TextInput
            inputMode="numeric"
            value={draft.days}
            onChange={(event) => change({ days: event.target.value })}
          />
        </Field>
        <Field label="Revisions" error={errors.rounds} required>
          <TextInput
            inputMode="numeric"
            value={draft.rounds}
            onChange={(event) => change({ rounds: event.target.value })}
          />
        </Field>
      </div>
      <ItemFields items={draft.items} errors={errors} onChange={(items) => change({ items })} />
      <AddOnFields
        addOns={draft.add_ons}
        errors={errors}
        onChange={(add_ons) => change({ add_ons })}
      />
      <SampleFields
        profile={profile}
        chosen={draft.samples}
        onChange={(samples) => change({ samples })}
      />
      {errors.samples ? <FieldError>{errors.samples}</FieldError> : null}
      {savedBefore ? (
        <SavedBefore
          message={savedBefore.message}
          open={
            <Button size="sm" onClick={() => onOpen(savedBefore.id)}>
              {savedBeforeWords.open}
            </Button>
          }
          anew={savedBeforeWords.anew}
          onAnew={saveAnew}
        />
      ) : null}
    </FormDialog>
  )
}

/**
 * Parsed by the contract's schema. It is loaded only now because it brings zod; if it cannot be loaded, the server
 * checks by the same schema.
 */
async function problemsOf(body: PackageInput): Promise<Record<string, string>> {
  const schemas = await import('#contract/package-schemas.ts').catch(() => null)
  const { error } = schemas?.packageSchemas['packages.update'].body.safeParse(body) ?? {}
  return Object.fromEntries(
    (error?.issues ?? []).toReversed().map(({ path, message }) => [path.join('.'), message]),
  )
}
