import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { COUNTRIES } from '#contract/countries.ts'
import { TAX_LIMITS as limits } from '#contract/tax.ts'
import type { TaxProfile } from '#contract/tax-schemas.ts'
import { taxWords as words } from '#contract/tax-words.ts'
import { call } from '#web/api/client.ts'
import { ApiError, messageOf } from '#web/api/errors.ts'
import { apiQuery } from '#web/api/query-client.ts'
import { Loaded } from '#web/loading/Loaded.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Select } from '#web/ui/Select.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from './Tax.module.css'

/** What new documents say about the reader: their identity for a tax office. */
export function TaxCard() {
  const query = useQuery(apiQuery('tax.get'))
  return (
    <section className={`card pad ${styles.card}`} aria-labelledby="tax">
      <h2 id="tax">{words.card}</h2>
      <p className={`sm muted ${styles.about}`}>
        {words.text} {words.seen}
      </p>
      <Loaded query={query} pending={<Skeleton height={280} />} failed={() => words.failed}>
        {(profile) => <TaxForm profile={profile} />}
      </Loaded>
    </section>
  )
}

const EMPTY = { legal_name: '', address: '', country: '', business: false, tax_id: '' }

/** Its draft is not kept: an address must not stay in the browser. */
function TaxForm({ profile }: { profile: TaxProfile | null }) {
  const queries = useQueryClient()
  const form = useForm({
    values: profile === null ? EMPTY : { ...profile, tax_id: profile.tax_id ?? '' },
    // What another window saved fills the other fields only.
    resetOptions: { keepDirtyValues: true },
  })
  const { errors } = form.formState
  const isBusiness = useWatch({ control: form.control, name: 'business' })
  const save = useMutation({
    mutationFn: (typed: typeof EMPTY) =>
      call('tax.save', {
        body: { ...typed, tax_id: typed.business && typed.tax_id !== '' ? typed.tax_id : null },
      }),
    onSuccess: async (_saved, sent) => {
      toast.success(words.saved)
      // From now on only what was typed since then is unsaved.
      form.resetDefaultValues(sent)
      await queries.invalidateQueries({ queryKey: ['tax.get'] })
    },
    onError: (error) => {
      const fields = error instanceof ApiError ? Object.entries(error.fields ?? {}) : []
      for (const [name, message] of fields)
        form.setError(name as keyof typeof EMPTY, { message }, { shouldFocus: true })
      if (fields.length === 0) toast.error(messageOf(error))
    },
  })
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        void form.handleSubmit((typed) => {
          if (!save.isPending) save.mutate(typed)
        })(event)
      }}
    >
      <Field label={words.name} required error={errors.legal_name?.message ?? null}>
        <TextInput
          autoComplete="organization"
          maxLength={limits.name}
          {...form.register('legal_name')}
        />
      </Field>
      <Field label={words.address} required error={errors.address?.message ?? null}>
        <TextArea
          rows={3}
          autoComplete="street-address"
          maxLength={limits.line * limits.lines}
          {...form.register('address')}
        />
      </Field>
      <Field label={words.country} required error={errors.country?.message ?? null}>
        <Select autoComplete="country" {...form.register('country')}>
          <option value="">{words.choose}</option>
          {COUNTRIES.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Checkbox label={words.business} {...form.register('business')} />
      {isBusiness ? (
        <Field label={words.id} hint={words.idHint} error={errors.tax_id?.message ?? null}>
          <TextInput autoComplete="off" maxLength={limits.id} {...form.register('tax_id')} />
        </Field>
      ) : null}
      <div>
        <Button type="submit" variant="primary" busy={save.isPending} busyText={words.saving}>
          {words.save}
        </Button>
      </div>
    </form>
  )
}
