import { type FormEvent, useEffect, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type Resolver,
  useForm,
  type UseFormReturn,
  useWatch,
} from 'react-hook-form'
import { ApiError } from '#web/api/errors.ts'
import { focusFirstError } from './focus-first-error.ts'
import { type UnsavedGuard, useRestored, useUnsaved } from './use-draft.tsx'

/** Sentences by field. */
export type Sentences<Draft> = Partial<Record<keyof Draft, string>>

/** The result of reading a form: the input to send, or an error for each invalid field. */
export type Reading<Draft, Input> =
  | { input: Input; errors: null }
  | { input: null; errors: Sentences<Draft> }

interface Options<Draft, Input> {
  /** The name of the input among the drafts of this tab: `apply-{project}`. */
  draft: string
  /** The form's values while nothing is unsaved, under the server's field names. */
  saved: Draft
  /** Validates the input by the contract's rules before it is sent. */
  read: (typed: Draft) => Reading<Draft, Input> | Promise<Reading<Draft, Input>>
}

/** A form that keeps its draft. */
export interface KeptForm<Draft extends FieldValues, Input> extends UnsavedGuard {
  /** `register` its fields; set those that are picked rather than typed with `setValue`. */
  form: UseFormReturn<Draft, unknown, Input>
  /** Its current values. */
  typed: Draft
  sentences: Sentences<Draft>
  /** True while the form is being validated and sent. */
  busy: boolean
  /** Makes the `onSubmit`: focuses the first invalid field, or calls `send`, which shows its own failures. */
  submit: (send: (input: Input) => unknown) => (event?: FormEvent) => void
  /**
   * Shows the server's field errors beside their fields and focuses the first; returns false when it named no field of
   * this form.
   */
  showRefusal: (error: unknown) => boolean
}

/**
 * The one way to build forms here: react-hook-form, validated by the contract's rules, on top of drafts and the
 * question asked before they are lost (`useUnsaved`). Not for passwords, codes and card data, which must not be kept in
 * drafts: those forms use react-hook-form alone.
 */
export function useKeptForm<Draft extends FieldValues, Input>(
  options: Options<Draft, Input>,
): KeptForm<Draft, Input> {
  const { draft, saved, read } = options
  const start = useRestored(draft, saved)
  const form = useForm<Draft, unknown, Input>({
    defaultValues: start as DefaultValues<Draft>,
    resolver: resolverOf(read),
    // A message disappears as soon as its field changes; the next submit validates again.
    reValidateMode: 'onSubmit',
    // The first invalid field is the first on the screen, not the one that was registered first (focusFirstError).
    shouldFocusError: false,
  })
  const { clearErrors, subscribe } = form
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name }) => name !== undefined && clearErrors(name as FieldPath<Draft>),
      }),
    [subscribe, clearErrors],
  )
  const typed = useWatch({ control: form.control }) as Draft
  const unsaved = useUnsaved(draft, saved, typed)
  const isSending = useRef(false)
  const [busy, setBusy] = useState(false)

  const submit: KeptForm<Draft, Input>['submit'] = (send) => (event) => {
    event?.preventDefault()
    if (isSending.current) return
    isSending.current = true
    setBusy(true)
    void form
      .handleSubmit(
        (input) => send(input),
        () => focusFirstError(),
      )()
      .finally(() => {
        isSending.current = false
        setBusy(false)
      })
  }

  function showRefusal(error: unknown): boolean {
    const named = error instanceof ApiError ? fieldsOf(error, Object.keys(saved)) : []
    for (const [field, message] of named) form.setError(field as FieldPath<Draft>, { message })
    if (named.length > 0) focusFirstError()
    return named.length > 0
  }

  const sentences = sentencesOf<Draft>(form.formState.errors)
  return { ...unsaved, form, typed, sentences, busy, submit, showRefusal }
}

function resolverOf<Draft extends FieldValues, Input>(
  read: Options<Draft, Input>['read'],
): Resolver<Draft, unknown, Input> {
  return async (typed) => {
    const { input, errors } = await read(typed)
    if (errors === null) return { values: input as Input, errors: {} }
    const wrong = Object.entries(errors).filter(([, message]) => message !== undefined)
    const named = wrong.map(([field, message]) => [field, { type: 'rule', message }])
    return { values: {}, errors: Object.fromEntries(named) as FieldErrors<Draft> }
  }
}

/** The fields of a form that a refusal names. For a list it may name one item: "product_images.0". */
function fieldsOf({ fields }: ApiError, known: readonly string[]): [string, string][] {
  const named = new Map<string, string>()
  for (const [path, message] of Object.entries(fields)) {
    const field = path.replace(/^body\./, '').split('.')[0] ?? path
    if (known.includes(field) && !named.has(field)) named.set(field, message)
  }
  return [...named]
}

const sentencesOf = <Draft extends FieldValues>(errors: FieldErrors<Draft>) =>
  Object.fromEntries(
    Object.entries(errors).map(([field, error]) => [field, error?.message]),
  ) as Sentences<Draft>
