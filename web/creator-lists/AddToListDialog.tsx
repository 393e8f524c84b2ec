import { useState } from 'react'
import { CREATOR_LIST_LIMITS } from '#contract/creator-lists.ts'
import { messageOf } from '#web/api/errors.ts'
import { FormDialog } from '#web/forms/FormDialog.tsx'
import { Loaded } from '#web/loading/Loaded.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'
import { toast } from '#web/ui/toast.ts'
import { listWords as say } from './list-words.ts'
import type { Chosen } from './selection.ts'
import { useAddToList, useCreatorLists, useCreateList } from './use-creator-lists.ts'

interface Props {
  creators: readonly Chosen[]
  /** Called when the creators are on the list. */
  onDone?: () => void
  onClose: () => void
}

/** The choice that creates a new list. */
const NEW = 'new'

/** Adds creators to one of the brand's lists, or to a new one. Rendered open; the caller removes it. */
export function AddToListDialog({ creators, onDone, onClose }: Props) {
  const lists = useCreatorLists()
  const create = useCreateList()
  const add = useAddToList()
  const [chosen, setChosen] = useState<string | null>(null)
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  const all = lists.data ?? []
  const choice = chosen ?? all[0]?.id ?? NEW
  const busy = create.isPending || add.isPending

  async function submit() {
    if (choice === NEW && name.trim() === '') return setError('Name the list.')
    try {
      const list = all.find(({ id }) => id === choice) ?? (await create.mutateAsync(name.trim()))
      // A retry after a failure adds to the list that exists by then.
      setChosen(list.id)
      await add.mutateAsync({ id: list.id, creators: creators.map(({ id }) => id) })
      toast.success(say.added(creators.length, list.name))
      onDone?.()
      onClose()
    } catch (failure) {
      setError(messageOf(failure))
    }
  }

  return (
    <FormDialog
      title={say.addTitle(creators.map((one) => one.name))}
      subtitle={say.subtitle}
      confirm="Add"
      busyText="Adding..."
      busy={busy}
      disabled={!lists.data}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void submit()
      }}
      onClose={onClose}
    >
      <Loaded query={lists} pending={<Loading />} failed={() => 'Your lists could not be loaded'}>
        {(known) => (
          <>
            {known.length === 0 ? (
              <p className="muted">{say.noLists}</p>
            ) : (
              <Field label="List" error={choice === NEW ? undefined : error}>
                <Select
                  value={choice}
                  onChange={(event) => {
                    setChosen(event.target.value)
                    setError(undefined)
                  }}
                >
                  {known.map((list) => (
                    <option key={list.id} value={list.id}>
                      {list.name} ({list.people})
                    </option>
                  ))}
                  <option value={NEW}>{say.newList}</option>
                </Select>
              </Field>
            )}
            {choice === NEW ? (
              <Field label="Name" hint={say.nameHint} error={error}>
                <TextInput
                  maxLength={CREATOR_LIST_LIMITS.name}
                  value={name}
                  onChange={(event) => {
                    setName(event.target.value)
                    setError(undefined)
                  }}
                />
              </Field>
            ) : null}
          </>
        )}
      </Loaded>
    </FormDialog>
  )
}
