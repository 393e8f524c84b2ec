import type { ReactNode } from 'react'
import type { OperatorCall } from '#contract/operator-roles.ts'
import { useOverview } from './use-console.ts'

/** Content that only some roles are allowed: shown to those who may make the call, `otherwise` to the rest. */
export function Allowed(props: { call: OperatorCall; children: ReactNode; otherwise?: ReactNode }) {
  const { call, children, otherwise = null } = props
  const { data } = useOverview()
  return data?.may.includes(call) ? children : otherwise
}
