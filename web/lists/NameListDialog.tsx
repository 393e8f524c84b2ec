import { useState } from 'react'
import { useNavigate } from 'react-router'
import { CREATOR_LIST_LIMITS, creatorListMessages } from '#contract/creator-lists.ts'
import { paths } from '#contract/paths.ts'
import { messageOf } from '#web/api/errors.ts'
import { listWords as say } from '#web/creator-lists/list-words.ts'
import { useCreateList, useRenameList } from '#web/creator-lists/use-creator-lists.ts'
import { FormDialog } from '#web/forms/FormDialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'

interface Props {
  /** The list to rename; without it a new list is created and shown. */
  list?: { id: string; name: string }
  onClose: () => void
}

/** Names a list. Rendered open; the caller removes it. */
export function NameListDialog({ list, onClose }: Props) {
  const navigate = useNavigate()
  const create = useCreateList()
  const rename = useRenameList()
  const [name, setName] = useState(list?.name ?? '')
  const [error, setError] = useState<string>()
  const busy = create.isPending || rename.isPending

  async function save() {
    if (name.trim() === '') return setError(creatorListMessages.name)
    try {
      if (list) await rename.mutateAsync({ id: list.id, name })
      else {
        const made = await create.mutateAsync(name)
        void navigate(paths.list(made.id))
      }
      onClose()
    } catch (failure) {
      setError(messageOf(failure))
    }
  }

  return (
    <FormDialog
      title={list ? `Rename “${list.name}”` : say.newList}
      subtitle={say.subtitle}
      confirm={list ? 'Rename' : 'Create'}
      busyText="Saving..."
      busy={busy}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void save()
      }}
      onClose={onClose}
    >
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
    </FormDialog>
  )
}
