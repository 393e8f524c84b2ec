import { type FormEvent, useState } from 'react'
import { PACKAGE_LIMITS as limits } from '#contract/packages.ts'
import type { OwnPackage } from '#contract/package-schemas.ts'
import type { OwnProfile } from '#contract/profile-schemas.ts'
import { ApiError, messageOf } from '#web/api/errors.ts'
import { FormDialog } from '#web/forms/FormDialog.tsx'
import { useMinimumHint } from '#web/page/use-minimum-hint.ts'
import { Field, FieldError } from '#web/ui/Field.tsx'
import { PriceInput } from '#web/ui/PriceInput.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'
import { toast } from '#web/ui/toast.ts'
import { AddOnFields } from './AddOnFields.tsx'
import { ItemFields } from './ItemFields.tsx'
import { draftOf, inputOf, type PackageDraft } from './package-draft.ts'
import styles from './Packages.module.css'
import { SampleFields } from './SampleFields.tsx'
import { type PackageInput, useSavePackage } from './use-packages.ts'

interface Props {
  /** Null for a new package. */
  known: OwnPackage | null
  profile: OwnProfile
  onClose: () => void
}

/** The form of a package: what a brand gets, the price, the delivery time, and the available add-ons. */
export function PackageDialog({ known, profile, onClose }: Props) {
  const [draft, setDraft] = useState(() => draftOf(known))
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
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

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (save.isPending) return
    const body = inputOf(draft)
    const wrong = await problemsOf(body)
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return
    try {
      await save.mutateAsync({ id: known?.id ?? null, body })
    } catch (error) {
      if (error instanceof ApiError) setErrors(error.fields)
      toast.error(messageOf(error))
      return
    }
    toast.success(known ? 'Package saved' : 'Draft saved. List it when it is ready.')
    onClose()
  }

  return (
    <FormDialog
      title={known ? 'Edit package' : 'New package'}
      confirm="Save package"
      busyText="Saving..."
      busy={save.isPending}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
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
    </FormDialog>
  )
}

/**
 * Parsed by the contract's schema. It is loaded only now because it brings zod; if it cannot be loaded, the server
 * checks by the same schema.
 */
async function problemsOf(body: PackageInput): Promise<Record<string, string>> {
  const schemas = await import('#contract/package-schemas.ts').catch(() => null)
  const { error } = schemas?.packageSchemas['packages.create'].body.safeParse(body) ?? {}
  return Object.fromEntries(
    (error?.issues ?? []).toReversed().map(({ path, message }) => [path.join('.'), message]),
  )
}
