import { createContext, use, useId } from 'react'

/** The state of the surrounding field that a control needs. */
export interface FieldWiring {
  id: string
  describedBy: string | undefined
  invalid: boolean
  required: boolean
  disabled: boolean
  /** Shows a message about what was just typed or pasted; null removes it. */
  setNote: (note: string | null) => void
}

/** Set by `Field`, read by every control through `useFieldWiring`. */
export const FieldContext = createContext<FieldWiring | null>(null)

/** The attributes that connect a control to its label, hint and error; its own id when there is no field around it. */
export function useFieldWiring(own: { id?: string; disabled?: boolean; describedBy?: string }) {
  const field = use(FieldContext)
  const fallback = useId()
  const describedBy = [field?.describedBy, own.describedBy].filter(Boolean).join(' ')
  return {
    id: own.id ?? field?.id ?? fallback,
    disabled: own.disabled ?? field?.disabled ?? false,
    'aria-describedby': describedBy || undefined,
    'aria-invalid': field?.invalid || undefined,
    'aria-required': field?.required || undefined,
  }
}
